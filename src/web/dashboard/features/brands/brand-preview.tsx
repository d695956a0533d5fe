import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type Brand,
  type BrandPreview as Previewed,
  type BrandPreviewForm,
  brandPreviewFormSchema,
} from '#src/shared/brands.ts';
import { MailFrame } from '#src/web/dashboard/lib/mail-frame.tsx';
import { MessagePreview, PictureProblem } from '#src/web/dashboard/lib/message-preview.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { previewQuery } from './queries.ts';
import { formOf, NO_LOGO, type Values } from './values.ts';

/** Typing stops for so long before a preview is asked for (ms). */
const QUIET_MS = 350;

const logoIn = (value: string): string | null | undefined =>
  value === '' ? undefined : value === NO_LOGO ? null : value;

/** What is asked for: what is typed, without what isn't right yet. */
function wanted(values: Values, brand: Brand | null): BrandPreviewForm {
  const form = formOf(values);
  const name = form.name.trim() || 'Your brand';
  const logos = { logo: logoIn(values.logo), logoDark: logoIn(values.logoDark), brandId: brand?.id ?? null };
  const fields = Object.entries({ ...form, name, ...logos });
  const right = fields.filter(([key, value]) => {
    const schema = brandPreviewFormSchema.shape[key as keyof typeof brandPreviewFormSchema.shape];
    return schema.safeParse(value).success;
  });
  const { color = brand?.color ?? '#000000', ...rest } = Object.fromEntries(
    right,
  ) as Partial<BrandPreviewForm>;
  // Those that are being written count once they have words.
  const disclaimers = form.disclaimers.filter(({ text }) => text.trim() !== '');
  return { ...rest, name, color, disclaimers };
}

/** An example alert in every channel, as the brand is in the form. */
export function BrandPreview({ values, brand }: { values: Values; brand: Brand | null }) {
  const text = JSON.stringify(wanted(values, brand));
  const [asked, setAsked] = useState(text);
  const [mode, setMode] = useState('light');
  const [width, setWidth] = useState('desktop');
  const [channel, setChannel] = useState<BrandPreviewForm['channel'] | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const saved = `${brand?.logo?.hash ?? ''} ${brand?.logoDark?.hash ?? ''}`;
  const form: BrandPreviewForm = { ...(JSON.parse(asked) as BrandPreviewForm), ...(channel && { channel }) };
  const { data, error, refetch } = useQuery(previewQuery(form, saved));
  const shown = data?.channels.find((each) => each.channel === channel) ?? data?.channels[0];
  const name = values.name.trim() || 'Your brand';
  return (
    <section id="brand-preview" aria-label="Preview" className="min-w-0 scroll-mt-20">
      <div className="xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto">
        <h2 className="headline text-h4">Preview</h2>
        <div className="mt-3 mb-4 flex flex-wrap gap-4">
          {data && data.channels.length > 1 ? (
            // A select: buttons for all channels side by side would be wider than a phone.
            <Select
              label="Channel"
              value={shown?.channel ?? ''}
              options={data.channels.map(({ channel: value, label }) => ({ value, label }))}
              onChange={({ target }) =>
                setChannel(data.channels.find((each) => each.channel === target.value)?.channel ?? null)
              }
            />
          ) : null}
          <RadioGroup legend="Mode" name="preview-mode" value={mode} options={MODES} onChange={setMode} />
          <RadioGroup
            legend="Screen"
            name="preview-width"
            value={width}
            options={WIDTHS}
            onChange={setWidth}
          />
        </div>
        {shown ? (
          <Message shown={shown} name={name} mode={mode} isPhone={width === 'phone'} />
        ) : error ? (
          <ErrorState
            title="The preview couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <output className="block">
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-150 w-full" />
          </output>
        )}
      </div>
    </section>
  );
}

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
];

/** As it is in the other mode, whatever mode the reader's own screen is in. */
const inMode = (html: string, mode: string): string =>
  html
    .replaceAll('@media (prefers-color-scheme: dark)', mode === 'dark' ? '@media all' : '@media not all')
    .replace('color-scheme: light dark;', `color-scheme: ${mode};`);

function Message({
  shown: { title, text, html, pictures },
  name,
  mode,
  isPhone,
}: {
  shown: Previewed['channels'][number];
  name: string;
  mode: string;
  isPhone: boolean;
}) {
  return (
    <>
      {title === null ? null : (
        <p className="mb-3 text-sm text-ink-2">
          Subject: <span className="text-ink">{title}</span>
        </p>
      )}
      <div className={isPhone ? 'mx-auto max-w-[390px]' : undefined}>
        {html === null ? (
          <MessagePreview
            label={`Preview of ${name}`}
            text={text}
            pictures={pictures?.items ?? null}
            isCaption={pictures?.isCaption === true}
          />
        ) : (
          <MailFrame key={mode} title={`Preview of ${name}`} html={inMode(html, mode)} />
        )}
        <PictureProblem pictures={pictures} />
      </div>
    </>
  );
}
