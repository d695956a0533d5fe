import {
  COUNTRY_ACTIONS,
  COUNTRY_KINDS,
  COUNTRY_RULES_MAX,
  COUNTRY_TEXT_MAX,
  type CountryRule,
  INSTRUMENT_CLASSES,
} from '#src/shared/countries/policy.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { countryOptions } from './countries.ts';
import type { Fields } from './fields.ts';
import { FieldsList } from './fields-list.tsx';
import { countryRulesIn, type Values } from './values.ts';

const options = (all: string, words: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];
const KINDS = options('All kinds', COUNTRY_KINDS);
const CLASSES = options('All instruments', INSTRUMENT_CLASSES);
const ACTIONS = Object.entries(COUNTRY_ACTIONS).map(([value, label]) => ({ value, label }));
const UNKNOWN = [
  { value: 'strictest', label: 'Apply the strictest rule' },
  { value: 'elsewhere', label: 'Treat as a country without its own rules' },
];
const AI_LABEL = [
  { value: 'law', label: 'Where the law asks for it' },
  { value: 'everywhere', label: 'Everywhere' },
];
const NEW: CountryRule = { country: null, kind: null, instrumentClass: null, action: 'block', text: null };
const hasText = (action: CountryRule['action']): boolean => action === 'disclose' || action === 'review';
/** A text that no field shows anymore goes. */
const acting = (action: CountryRule['action']): Partial<CountryRule> => ({
  action,
  ...(hasText(action) ? {} : { text: null }),
});

/** What the brand may send to which country. */
export function CountryFields({
  values,
  field,
  set,
  errorOf,
}: Fields & { errorOf: (name: keyof Values) => string | undefined }) {
  const rules = countryRulesIn(values.countryRules);
  return (
    <div className="grid gap-5">
      <FieldsList
        what="country rule"
        items={rules}
        most={COUNTRY_RULES_MAX}
        added={NEW}
        onChange={(next) => set('countryRules', JSON.stringify(next))}
      >
        {(rule, at, change) => (
          <>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
              <Select
                label="Recipient’s country"
                name={`countryRules.${at}`}
                value={rule.country ?? ''}
                options={[{ value: '', label: 'All countries' }, ...countryOptions()]}
                onChange={({ currentTarget }) => change({ country: currentTarget.value || null })}
              />
              <Select
                label="Kind of alert"
                value={rule.kind ?? ''}
                options={KINDS}
                onChange={({ currentTarget: { value } }) =>
                  change({ kind: (value || null) as CountryRule['kind'] })
                }
              />
              <Select
                label="Instruments"
                value={rule.instrumentClass ?? ''}
                options={CLASSES}
                onChange={({ currentTarget: { value } }) =>
                  change({ instrumentClass: (value || null) as CountryRule['instrumentClass'] })
                }
              />
              <Select
                label="Action"
                value={rule.action}
                options={ACTIONS}
                onChange={({ currentTarget: { value } }) => change(acting(value as CountryRule['action']))}
              />
            </div>
            {hasText(rule.action) ? (
              <TextArea
                label={rule.action === 'disclose' ? 'Disclosure' : 'Disclosure (optional)'}
                rows={3}
                maxLength={COUNTRY_TEXT_MAX}
                value={rule.text ?? ''}
                error={errorOf(`countryRules.${at}` as keyof Values)}
                onChange={({ currentTarget }) => change({ text: currentTarget.value || null })}
              />
            ) : null}
          </>
        )}
      </FieldsList>
      {/* The form keeps what is in these only while they are there. */}
      <div className={rules.length > 0 ? 'grid gap-5' : 'hidden'}>
        <Select label="People of unknown country" options={UNKNOWN} {...field('unknownCountry')} />
        <TextField
          label="Countries of public posts"
          placeholder="US, GB"
          hint="Two-letter codes, for channels and pages that anyone can read. If empty, the strictest rule applies."
          {...field('publicCountries')}
        />
      </div>
      <Select
        label="“Written with AI”"
        options={AI_LABEL}
        hint="Below texts that AI wrote. Never if a person reviewed and approved the alert."
        {...field('aiLabel')}
      />
      <input type="hidden" {...field('countryRules')} />
    </div>
  );
}
