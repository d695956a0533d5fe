import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ALERT_KINDS, type BrandDisclaimer, DISCLAIMER_MAX, DISCLAIMERS_MAX } from '#src/shared/brand-kit.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { countryOptions } from './countries.ts';
import type { Fields } from './fields.ts';
import { languageTitle } from './languages.ts';
import { disclaimersIn, type Values } from './values.ts';

const KINDS = [
  { value: '', label: 'All alerts' },
  ...Object.entries(ALERT_KINDS).map(([value, label]) => ({ value, label })),
];
const IN_LANGUAGES = [
  { value: '', label: 'All languages' },
  ...LANGUAGES.map((value) => ({ value, label: languageTitle(value) })),
];

/** Texts under each alert, each for a country, a kind of alert and a language, or for all. */
export function DisclaimerFields({
  values,
  field,
  set,
  errorOf,
}: Fields & { errorOf: (name: keyof Values) => string | undefined }) {
  const list = disclaimersIn(values.disclaimers);
  const fields = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  const count = list.length;
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    fields.current?.querySelector<HTMLTextAreaElement>(`textarea[name="disclaimers.${count - 1}"]`)?.focus();
  }, [count]);
  const save = (next: readonly BrandDisclaimer[]): void => set('disclaimers', JSON.stringify(next));
  const change = (at: number, part: Partial<BrandDisclaimer>): void =>
    save(list.map((each, place) => (place === at ? { ...each, ...part } : each)));
  return (
    <div ref={fields} className="grid gap-5">
      {list.map((each, at) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- what is typed is no key, and they have none
          key={at}
          className="grid gap-4 border-l-2 border-rule pl-4"
        >
          <legend className="mb-3 text-sm font-medium">Disclaimer {at + 1}</legend>
          <TextArea
            label="Text"
            rows={3}
            name={`disclaimers.${at}`}
            maxLength={DISCLAIMER_MAX}
            value={each.text}
            error={errorOf(`disclaimers.${at}` as keyof Values)}
            onChange={({ currentTarget }) => change(at, { text: currentTarget.value })}
          />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
            <Select
              label="Country"
              value={each.country ?? ''}
              options={[{ value: '', label: 'All countries' }, ...countryOptions()]}
              onChange={({ currentTarget }) => change(at, { country: currentTarget.value || null })}
            />
            <Select
              label="Alerts"
              value={each.about ?? ''}
              options={KINDS}
              onChange={({ currentTarget: { value } }) =>
                change(at, { about: (value || null) as BrandDisclaimer['about'] })
              }
            />
            <Select
              label="Language"
              value={each.language ?? ''}
              options={IN_LANGUAGES}
              onChange={({ currentTarget: { value } }) =>
                change(at, { language: (value || null) as BrandDisclaimer['language'] })
              }
            />
          </div>
          <div>
            <Button
              size="sm"
              aria-label={`Remove disclaimer ${at + 1}`}
              onClick={() => save(list.filter((_, place) => place !== at))}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          disabled={list.length >= DISCLAIMERS_MAX}
          onClick={() => {
            isAdded.current = true;
            save([...list, { text: '', country: null, about: null, language: null }]);
          }}
        >
          <Plus size={16} aria-hidden="true" />
          Add disclaimer
        </Button>
      </div>
      <input type="hidden" {...field('disclaimers')} />
    </div>
  );
}
