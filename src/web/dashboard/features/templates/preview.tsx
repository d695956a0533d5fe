import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import type { TemplateContent, TemplatePreview, TemplatePreviewForm } from '#src/shared/templates.ts';
import { MailFrame } from '#src/web/dashboard/lib/mail-frame.tsx';
import { MessagePreview, PictureProblem } from '#src/web/dashboard/lib/message-preview.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { brandsQuery, eventsQuery, previewQuery, sendTest } from './queries.ts';

/** Typing stops for so long before a preview is asked for (ms). */
const QUIET_MS = 400;
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** A template on a past event, on every channel, at both widths and in both modes. */
export function Preview({
  name,
  content,
  isValid,
}: {
  name: string;
  content: TemplateContent;
  isValid: boolean;
}) {
  const events = useQuery(eventsQuery);
  const brands = useQuery(brandsQuery);
  const [about, setAbout] = useState('market');
  const [brandId, setBrandId] = useState('');
  const [language, setLanguage] = useState<Language | null>(null);
  const [width, setWidth] = useState('desktop');
  const [mode, setMode] = useState('light');
  const [kind, setKind] = useState<TemplatePreviewForm['channel'] | null>(null);
  const alerts = events.data?.alerts ?? [];
  const alert = alerts.find(({ id }) => id === about);
  const example = events.data?.examples.find((each) => each.example === about)?.example ?? 'market';
  const form: TemplatePreviewForm = {
    name,
    content,
    example,
    ...(alert && { alertId: alert.id }),
    ...(brandId !== '' && { brandId }),
    ...(language !== null && { language }),
    ...(kind && { channel: kind }),
  };
  const asked = useQuiet(form, isValid);
  const { data, error, refetch } = useQuery({ ...previewQuery(asked ?? form), enabled: asked !== null });
  const { busy, run } = useActOn('account');
  const test = async (): Promise<void> => {
    const sent = await run(() => sendTest(form), { failure: 'The test wasn’t sent' });
    if (sent) toast({ title: 'Test sent', description: `To ${sent.done.address}.` });
  };
  const channel = data?.channels.find((each) => each.kind === kind) ?? data?.channels[0];
  return (
    <section aria-label="Preview" className="min-w-0">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Event"
          options={[
            ...alerts.map(({ id, title }) => ({ value: id, label: title })),
            ...(events.data?.examples ?? []).map(({ example: value, title }) => ({
              value: value as string,
              label: `Example: ${title}`,
            })),
          ]}
          value={about}
          onChange={({ target }) => {
            setAbout(target.value);
            setLanguage(null);
          }}
        />
        <Select
          label="Brand"
          options={[
            { value: '', label: 'As the alert' },
            ...(brands.data?.items ?? [])
              .filter(({ archivedAt }) => archivedAt === null)
              .map(({ id, name: brand }) => ({ value: id, label: brand })),
          ]}
          value={brandId}
          onChange={({ target }) => {
            setBrandId(target.value);
            setLanguage(null);
          }}
        />
        <Select
          label="Language"
          options={(data?.languages ?? []).map((value) => ({ value, label: NAMES.of(value) ?? value }))}
          value={language ?? data?.language ?? ''}
          onChange={({ target }) => setLanguage(LANGUAGES.find((each) => each === target.value) ?? null)}
        />
        <Select
          label="Channel"
          options={(data?.channels ?? []).map(({ kind: value, title }) => ({ value, label: title }))}
          value={channel?.kind ?? ''}
          onChange={({ target }) =>
            setKind(data?.channels.find((each) => each.kind === target.value)?.kind ?? null)
          }
        />
        <RadioGroup
          legend="Width"
          name="width"
          value={width}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'phone', label: 'Phone' },
          ]}
          onChange={setWidth}
        />
        <RadioGroup
          legend="Mode"
          name="mode"
          value={mode}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={setMode}
        />
        {isDemo() ? null : (
          <div className="sm:col-span-2">
            <Button disabled={busy || !isValid} onClick={() => void test()}>
              Send a test to me
            </Button>
          </div>
        )}
      </div>
      <Problems preview={data} isValid={isValid} />
      {channel ? (
        <Message channel={channel} isPhone={width === 'phone'} isDark={mode === 'dark'} />
      ) : error ? (
        <div className="mt-4">
          <ErrorState
            title="The preview couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeleton className="mt-4 h-150 w-full" />
      )}
    </section>
  );
}

/** What was typed last, once typing stops; while it isn't valid, what was valid before. */
function useQuiet(form: TemplatePreviewForm, isValid: boolean): TemplatePreviewForm | null {
  const text = JSON.stringify(form);
  const [asked, setAsked] = useState<string | null>(isValid ? text : null);
  useEffect(() => {
    if (!isValid) return undefined;
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, isValid]);
  return asked === null ? null : (JSON.parse(asked) as TemplatePreviewForm);
}

function Problems({ preview, isValid }: { preview: TemplatePreview | undefined; isValid: boolean }) {
  const { problem = null, removed = [] } = preview ?? {};
  const place = problem?.line ? `Line ${problem.line}, column ${problem.column}: ` : '';
  return (
    <div aria-live="polite" className="mt-4 grid gap-1 text-sm empty:hidden">
      {isValid ? null : <p className="text-ink-2">The preview continues when the template has no errors.</p>}
      {problem ? (
        <p className="text-fault">
          {place}
          {problem.sentence} Until it’s fixed, alerts go out in the built-in layout.
        </p>
      ) : null}
      {removed.length > 0 ? <p className="text-ink-2">Taken out of the HTML: {removed.join(', ')}.</p> : null}
    </div>
  );
}

const DARK = '@media (prefers-color-scheme: dark)';

function Message({
  channel,
  isPhone,
  isDark,
}: {
  channel: TemplatePreview['channels'][number];
  isPhone: boolean;
  isDark: boolean;
}) {
  const { title, subject, text, html, pictures, buttons, preflight } = channel;
  return (
    <div className={cx('mt-4', isPhone && 'max-w-97.5')}>
      {subject === null ? null : <p className="mb-2 text-sm text-ink-2">Subject: {subject}</p>}
      {html === null ? (
        <MessagePreview
          label={`Preview of ${title}`}
          text={text}
          pictures={pictures?.items ?? null}
          isCaption={pictures?.isCaption === true}
          buttons={buttons}
        />
      ) : (
        <MailFrame
          title={`Preview of ${title}`}
          html={html.replaceAll(DARK, isDark ? '@media all' : '@media not all')}
        />
      )}
      <PictureProblem pictures={pictures} />
      {html !== null && buttons.length > 0 ? (
        <ul className="mt-2 text-sm text-ink-2">
          {buttons.map(({ label, url }) => (
            <li key={url} className="wrap-anywhere">
              {label}: {url}
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="mt-2 text-sm">
        {preflight.parts.map(({ part, says, fits }) => (
          <li key={part} className={fits ? 'text-ink-2' : 'font-medium text-fault'}>
            {says}
          </li>
        ))}
      </ul>
      {html === null ? null : (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer">Text part</summary>
          <pre className="figure mt-2 border border-line p-4 wrap-anywhere whitespace-pre-wrap">{text}</pre>
        </details>
      )}
    </div>
  );
}
