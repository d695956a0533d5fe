import { useId, useState } from 'react';
import type { BrandImport } from '#src/shared/brand-import.ts';
import { SOCIAL_NAMES } from '#src/shared/brand-kit.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { controlClass, FieldError } from '#src/web/ui/field.tsx';
import type { Fields } from './fields.ts';
import { readSite } from './queries.ts';

/** Reads a website, and puts what is chosen into the form. Nothing is stored until that is saved. */
export function SiteImport({ set, values }: Pick<Fields, 'set' | 'values'>) {
  const id = useId();
  const [address, setAddress] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [found, setFound] = useState<BrandImport | null>(null);
  const read = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFault(null);
    setFound(null);
    try {
      setFound(await readSite({ url: address }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby={`${id}-title`} className="border-b border-line py-6">
      <h2 id={`${id}-title`} className="headline text-h4">
        Import from your website
      </h2>
      <label htmlFor={id} className="mt-3 mb-1.5 block text-sm font-medium">
        Address
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="text"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          value={address}
          aria-describedby={`${id}-hint${fault ? ` ${id}-error` : ''}`}
          aria-invalid={fault ? true : undefined}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it is another.
            event.preventDefault();
            void read();
          }}
          className={`${controlClass} min-w-0 grow basis-52`}
        />
        <Button busy={busy} onClick={() => void read()}>
          {busy ? 'Reading...' : 'Read website'}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-2">
        Finds your name, logo, colors and profiles. You choose what to use.
      </p>
      {fault ? <FieldError id={`${id}-error`}>{fault}</FieldError> : null}
      <output className="block">{found ? <Found found={found} values={values} set={set} /> : null}</output>
    </section>
  );
}

function Found({ found, values, set }: { found: BrandImport } & Pick<Fields, 'set' | 'values'>) {
  const { name, colors, logos, socials, website, problems } = found;
  const profiles = SOCIAL_NAMES.filter((site) => socials[site] !== undefined);
  const pickColor = (of: 'color' | 'accent') => (color: string) => () => set(of, color);
  if (!name && colors.length === 0 && logos.length === 0)
    return <p className="mt-4 text-sm text-ink-2">Nothing was found there. Enter your brand below.</p>;
  return (
    <div className="mt-5 grid gap-5">
      {name ? (
        <Row title="Name">
          <span className="mr-3">{name}</span>
          <Use label={`Use the name ${name}`} isUsed={values.name === name} onUse={() => set('name', name)} />
        </Row>
      ) : null}
      {logos.length > 0 ? (
        <Row title="Logos">
          <ul className="grid gap-2">
            {logos.map((logo, at) => (
              <li key={logo.png} className="flex flex-wrap items-center gap-3">
                <span
                  className="flex h-14 w-44 items-center justify-center border border-line px-3"
                  style={{ backgroundColor: logo.suits === 'dark' ? '#1b1916' : '#ffffff' }}
                >
                  <img
                    src={logo.png}
                    alt={`Logo ${at + 1}, found in: ${logo.from}`}
                    className="max-h-10 max-w-full object-contain"
                  />
                </span>
                <Use
                  label={`Use logo ${at + 1}`}
                  isUsed={values.logo === logo.png}
                  onUse={() => set('logo', logo.png)}
                />
                <Use
                  label={`Use logo ${at + 1} for dark mode`}
                  text="For dark mode"
                  isUsed={values.logoDark === logo.png}
                  onUse={() => set('logoDark', logo.png)}
                />
              </li>
            ))}
          </ul>
        </Row>
      ) : null}
      {colors.length > 0 ? (
        <Row title="Colors">
          <ul className="grid gap-2">
            {colors.map(({ color, from }) => (
              <li key={color} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span
                  className="size-8 shrink-0 border border-line"
                  style={{ backgroundColor: color }}
                  aria-hidden="true"
                />
                <span className="figure w-20 text-sm">{color}</span>
                <span className="w-32 min-w-0 truncate text-sm text-ink-2">{from}</span>
                <Use
                  label={`Use ${color} for the header`}
                  text="Header"
                  isUsed={values.color === color}
                  onUse={pickColor('color')(color)}
                />
                <Use
                  label={`Use ${color} for the accent`}
                  text="Accent"
                  isUsed={values.accent === color}
                  onUse={pickColor('accent')(color)}
                />
              </li>
            ))}
          </ul>
        </Row>
      ) : null}
      <Row title="Footer">
        <span className="mr-3 text-sm">
          {[website, ...profiles.map((site) => socials[site])].join(' · ')}
        </span>
        <Use
          label="Use these links"
          isUsed={values.website === website && profiles.every((site) => values[site] === socials[site])}
          onUse={() => {
            set('website', website);
            for (const site of profiles) set(site, socials[site] ?? '');
          }}
        />
      </Row>
      {problems.map((problem) => (
        <p key={problem} className="text-sm text-ink-2">
          {problem}
        </p>
      ))}
    </div>
  );
}

const Row = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <h3 className="mb-2 text-sm font-medium">{title}</h3>
    <div className="min-w-0 wrap-anywhere">{children}</div>
  </div>
);

const Use = ({
  label,
  text = 'Use',
  isUsed,
  onUse,
}: {
  label: string;
  text?: string;
  isUsed: boolean;
  onUse: () => void;
}) => (
  <Button size="sm" aria-label={label} aria-pressed={isUsed} onClick={onUse}>
    {isUsed ? `${text} ✓` : text}
  </Button>
);
