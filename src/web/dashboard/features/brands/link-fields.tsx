import { SOCIAL_NAMES, SOCIAL_SITES } from '#src/shared/brand-kit.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { ZoneField } from '#src/web/ui/zone-field.tsx';
import type { Fields } from './fields.ts';

/** Where the footer of emails and pages leads, and the clock that times are on. */
export function LinkFields({ field }: Pick<Fields, 'field'>) {
  return (
    <>
      <TextField
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        placeholder="https://example.com"
        {...field('website')}
      />
      <fieldset>
        <legend className="mb-3 text-sm font-medium">Profiles</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {SOCIAL_NAMES.map((site) => (
            <TextField
              key={site}
              label={SOCIAL_SITES[site].title}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="Handle or address"
              {...field(site)}
            />
          ))}
        </div>
      </fieldset>
      <ZoneField
        label="Time zone"
        placeholder="Each market’s own"
        hint="For times of intraday bars, such as Europe/London. Daily bars keep the market’s date."
        {...field('timeZone')}
      />
    </>
  );
}
