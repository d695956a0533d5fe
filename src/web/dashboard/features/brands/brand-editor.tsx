import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import {
  type Brand,
  BRAND_NAME_MAX,
  type BrandForm,
  brandFormSchema,
  LOGO_MAX_BYTES,
} from '#src/shared/brands.ts';
import { safeColor } from '#src/shared/colors.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { MailFrame } from '#src/web/dashboard/lib/mail-frame.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ColorField } from './color-field.tsx';
import { accentWords, headerWords } from './contrast-words.ts';
import { changeBrand, makeBrand, previewQuery, removeLogo, uploadLogo } from './queries.ts';

/** Typing stops for so long before a preview is asked for (ms). */
const QUIET_MS = 350;

/** A brand's look with an example alert beside it. Null: a new one. */
export function BrandEditor({ brand, onClose }: { brand: Brand | null; onClose: () => void }) {
  const { run } = useActOn('account');
  const [saved, setSaved] = useState(brand);
  const { onSubmit, busy, field, set, watch } = useCheckedForm<
    { name: string; color: string; accent: string },
    BrandForm
  >({
    defaults: {
      name: brand?.name ?? '',
      color: brand?.color ?? DEFAULT_BRAND_COLOR,
      accent: brand?.accent ?? brand?.color ?? DEFAULT_BRAND_COLOR,
    },
    check: (values) => checkBy(brandFormSchema, values),
    submit: async (form, { notSaved, refuse }) => {
      const onRefused = ({ message }: ApiError): void => refuse('name', message);
      // The same as the header's: it follows that one.
      const wanted = { ...form, accent: form.accent === form.color ? null : (form.accent ?? null) };
      const done = await run(() => (saved ? changeBrand(saved.id, wanted) : makeBrand(wanted)), {
        onRefused,
      });
      if (!done) {
        notSaved();
        return;
      }
      toast({ title: saved ? 'Brand saved' : 'Brand created' });
      if (saved) onClose();
      else setSaved(done.done);
    },
    start: 'name',
  });
  const [name, color, accent] = [watch('name'), safeColor(watch('color')), safeColor(watch('accent'))];
  return (
    <section
      aria-label={brand ? `Edit ${brand.name}` : 'New brand'}
      className="mb-8 grid gap-x-10 gap-y-8 border-t border-rule pt-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div className="min-w-0">
        <form noValidate onSubmit={onSubmit} aria-label="Look">
          <Changes says className="grid gap-5">
            <TextField
              label="Name"
              autoComplete="organization"
              maxLength={BRAND_NAME_MAX}
              hint="Who your alerts come from."
              {...field('name')}
            />
            <ColorField
              label="Header color"
              hint={headerWords(color)}
              value={color}
              onPick={(picked) => set('color', picked)}
              {...field('color')}
            />
            <ColorField
              label="Accent color"
              hint={accentWords(accent)}
              value={accent}
              onPick={(picked) => set('accent', picked)}
              {...field('accent')}
            />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" busy={busy}>
                {busy ? 'Processing...' : saved ? 'Save brand' : 'Create brand'}
              </Button>
              <Button variant="quiet" onClick={onClose}>
                {saved && !brand ? 'Done' : 'Cancel'}
              </Button>
            </div>
          </Changes>
        </form>
        {saved ? <LogoField brand={saved} onChange={setSaved} /> : null}
      </div>
      <Preview
        form={{ name: name.trim() || 'Your brand', color, accent, brandId: saved?.id ?? null }}
        brand={saved}
      />
    </section>
  );
}

function LogoField({ brand, onChange }: { brand: Brand; onChange: (brand: Brand) => void }) {
  const { busy, run } = useActOn('account');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const act = async (change: () => Promise<Brand>): Promise<void> => {
    setFault(null);
    const done = await run(change, { onRefused: ({ message }) => setFault(message) });
    if (done) onChange(done.done);
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > LOGO_MAX_BYTES) setFault('A logo may have 512 kB at most. Save it smaller, or as PNG.');
    else await act(() => uploadLogo(brand.id, file));
  };
  return (
    <Changes className="mt-8 border-t border-line pt-5">
      <label htmlFor={id} className="text-sm font-medium">
        Logo
      </label>
      {brand.logo ? (
        <p className="mt-2 w-fit p-3" style={{ backgroundColor: brand.color }}>
          <img
            src={brand.logo.url}
            alt={`Logo of ${brand.name}`}
            width={brand.logo.width}
            height={brand.logo.height}
          />
        </p>
      ) : null}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        disabled={busy}
        aria-describedby={fault ? `${id}-error` : `${id}-hint`}
        aria-invalid={fault ? true : undefined}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
        className="mt-2 block min-h-11 w-full text-sm file:mr-3 file:h-9 file:cursor-pointer file:rounded-sm file:border file:border-edge file:bg-raised file:px-3 file:text-ink pointer-coarse:file:h-11"
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-2">
        PNG, JPEG or WebP, up to 512 kB. It’s shown in the header instead of the name, 240 × 40 pixels at
        most: one with a transparent background fits any color.
      </p>
      {fault ? <FieldError id={`${id}-error`}>{fault}</FieldError> : null}
      {brand.logo ? (
        <Button
          size="sm"
          className="mt-3"
          disabled={busy}
          onClick={() => void act(() => removeLogo(brand.id))}
        >
          Remove logo
        </Button>
      ) : null}
    </Changes>
  );
}

type Look = { name: string; color: string; accent: string; brandId: string | null };

function Preview({ form, brand }: { form: Look; brand: Brand | null }) {
  const text = JSON.stringify(form);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery(previewQuery(JSON.parse(asked) as Look, brand?.logo?.hash ?? null));
  return (
    <div className="min-w-0">
      <h2 className="text-sm font-medium">Preview</h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">
        {data ? `Subject: ${data.title}` : 'An alert email in this look.'}
      </p>
      {data ? (
        <MailFrame title={`Preview of ${form.name}`} html={data.html} />
      ) : error ? (
        <p className="text-sm text-ink-2">{error.message}</p>
      ) : (
        <Skeleton className="h-150 w-full" />
      )}
    </div>
  );
}
