import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { type Brand, LOGO_MAX_BYTES } from '#src/shared/brands.ts';
import { darkHeader } from '#src/shared/colors.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import type { Fields } from './fields.ts';
import { checkLogo } from './queries.ts';
import { useHiddenLogo } from './use-hidden-logo.ts';
import { NO_LOGO } from './values.ts';

type LogoField = 'logo' | 'logoDark';

/** The logo for each mode. A file is checked at once, and stored with the rest. */
export function LogoFields({
  brand,
  color,
  values,
  field,
  set,
}: Fields & { brand: Brand | null; color: string }) {
  const name = values.name.trim() || 'your brand';
  const shown = (of: LogoField): string | null => {
    const value = values[of];
    if (value === NO_LOGO) return null;
    return value === '' ? (brand?.[of]?.url ?? null) : value;
  };
  return (
    <>
      <LogoField
        label="Logo"
        alt={`Logo of ${name}`}
        hint="SVG, PNG, JPEG or WebP, up to 512 kB. It’s shown in the header instead of the name, at most 240 × 40 pixels. Use a transparent background."
        ground={color}
        src={shown('logo')}
        onChoose={(logo) => set('logo', logo)}
      />
      <input type="hidden" {...field('logo')} />
      <LogoField
        label="Logo for dark mode"
        alt={`Logo of ${name} for dark mode`}
        hint="Optional. With it, a light header turns dark in dark mode."
        ground={darkHeader(color)}
        src={shown('logoDark')}
        onChoose={(logo) => set('logoDark', logo)}
      />
      <input type="hidden" {...field('logoDark')} />
    </>
  );
}

function LogoField({
  label,
  alt,
  hint,
  ground,
  src,
  onChoose,
}: {
  label: string;
  alt: string;
  hint: string;
  ground: string;
  src: string | null;
  onChoose: (logo: string) => void;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isHidden = useHiddenLogo(src, ground);
  const id = useId();
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return;
    setFault(null);
    if (file.size > LOGO_MAX_BYTES) {
      setFault('A logo can be at most 512 kB. Save it smaller, or as a PNG.');
      return;
    }
    setBusy(true);
    try {
      onChoose((await checkLogo(file)).png);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {src ? (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <span className="flex h-16 max-w-full items-center px-4" style={{ backgroundColor: ground }}>
            <img src={src} alt={alt} className="max-h-10 max-w-full object-contain" />
          </span>
          <Button size="sm" aria-label={`Remove: ${label}`} onClick={() => onChoose(NO_LOGO)}>
            Remove
          </Button>
        </div>
      ) : null}
      {isHidden ? (
        <output className="mt-2 flex max-w-text items-start gap-2 text-sm">
          <TriangleAlert size={16} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
          This logo has almost the same color as the header, so readers can’t see it. Upload a lighter or
          darker version, or choose another color.
        </output>
      ) : null}
      <input
        id={id}
        type="file"
        accept="image/svg+xml,image/png,image/jpeg,image/webp"
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
        {hint}
      </p>
      {fault ? <FieldError id={`${id}-error`}>{fault}</FieldError> : null}
    </div>
  );
}
