import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  COUNTRY_ACTIONS,
  COUNTRY_KINDS,
  COUNTRY_RULES_MAX,
  COUNTRY_TEXT_MAX,
  type CountryRule,
  INSTRUMENT_CLASSES,
} from '#src/shared/countries/policy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { countryOptions } from './countries.ts';
import type { Fields } from './fields.ts';
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
const NEW: CountryRule = { country: null, kind: null, instrumentClass: null, action: 'block', text: null };

/** What the brand may send to which country. */
export function CountryFields({
  values,
  field,
  set,
  errorOf,
}: Fields & { errorOf: (name: keyof Values) => string | undefined }) {
  const rules = countryRulesIn(values.countryRules);
  const fields = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  const count = rules.length;
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    fields.current?.querySelector<HTMLSelectElement>(`select[name="countryRules.${count - 1}"]`)?.focus();
  }, [count]);
  const save = (next: readonly CountryRule[]): void => set('countryRules', JSON.stringify(next));
  const change = (at: number, part: Partial<CountryRule>): void =>
    save(rules.map((each, place) => (place === at ? { ...each, ...part } : each)));
  const act = (at: number, action: CountryRule['action']): void =>
    change(at, { action, ...(action === 'allow' || action === 'block' ? { text: null } : {}) });
  return (
    <div ref={fields} className="grid gap-5">
      {rules.map((rule, at) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- what is typed is no key, and they have none
          key={at}
          className="grid gap-4 border-l-2 border-rule pl-4"
        >
          <legend className="mb-3 text-sm font-medium">Country rule {at + 1}</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
            <Select
              label="Recipient’s country"
              name={`countryRules.${at}`}
              value={rule.country ?? ''}
              options={[{ value: '', label: 'All countries' }, ...countryOptions()]}
              onChange={({ currentTarget }) => change(at, { country: currentTarget.value || null })}
            />
            <Select
              label="Kind of alert"
              value={rule.kind ?? ''}
              options={KINDS}
              onChange={({ currentTarget: { value } }) =>
                change(at, { kind: (value || null) as CountryRule['kind'] })
              }
            />
            <Select
              label="Instruments"
              value={rule.instrumentClass ?? ''}
              options={CLASSES}
              onChange={({ currentTarget: { value } }) =>
                change(at, { instrumentClass: (value || null) as CountryRule['instrumentClass'] })
              }
            />
            <Select
              label="Action"
              value={rule.action}
              options={ACTIONS}
              onChange={({ currentTarget: { value } }) => act(at, value as CountryRule['action'])}
            />
          </div>
          {rule.action === 'disclose' || rule.action === 'review' ? (
            <TextArea
              label={rule.action === 'disclose' ? 'Disclosure' : 'Disclosure (optional)'}
              rows={3}
              maxLength={COUNTRY_TEXT_MAX}
              value={rule.text ?? ''}
              error={errorOf(`countryRules.${at}` as keyof Values)}
              onChange={({ currentTarget }) => change(at, { text: currentTarget.value || null })}
            />
          ) : null}
          <div>
            <Button
              size="sm"
              aria-label={`Remove country rule ${at + 1}`}
              onClick={() => save(rules.filter((_, place) => place !== at))}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          disabled={rules.length >= COUNTRY_RULES_MAX}
          onClick={() => {
            isAdded.current = true;
            save([...rules, NEW]);
          }}
        >
          <Plus size={16} aria-hidden="true" />
          Add country rule
        </Button>
      </div>
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
      <input type="hidden" {...field('countryRules')} />
    </div>
  );
}
