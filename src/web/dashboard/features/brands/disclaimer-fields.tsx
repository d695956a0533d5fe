import { ALERT_KINDS, type BrandDisclaimer, DISCLAIMER_MAX, DISCLAIMERS_MAX } from '#src/shared/brand-kit.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { countryOptions } from './countries.ts';
import type { Fields } from './fields.ts';
import { FieldsList } from './fields-list.tsx';
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
const NEW: BrandDisclaimer = { text: '', country: null, about: null, language: null };

/** Texts under each alert, each for a country, a kind of alert and a language, or for all. */
export function DisclaimerFields({
  values,
  field,
  set,
  errorOf,
}: Fields & { errorOf: (name: keyof Values) => string | undefined }) {
  return (
    <>
      <FieldsList
        what="disclaimer"
        items={disclaimersIn(values.disclaimers)}
        most={DISCLAIMERS_MAX}
        added={NEW}
        onChange={(next) => set('disclaimers', JSON.stringify(next))}
      >
        {(each, at, change) => (
          <>
            <TextArea
              label="Text"
              rows={3}
              name={`disclaimers.${at}`}
              maxLength={DISCLAIMER_MAX}
              value={each.text}
              error={errorOf(`disclaimers.${at}` as keyof Values)}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
              <Select
                label="Country"
                value={each.country ?? ''}
                options={[{ value: '', label: 'All countries' }, ...countryOptions()]}
                onChange={({ currentTarget }) => change({ country: currentTarget.value || null })}
              />
              <Select
                label="Alerts"
                value={each.about ?? ''}
                options={KINDS}
                onChange={({ currentTarget: { value } }) =>
                  change({ about: (value || null) as BrandDisclaimer['about'] })
                }
              />
              <Select
                label="Language"
                value={each.language ?? ''}
                options={IN_LANGUAGES}
                onChange={({ currentTarget: { value } }) =>
                  change({ language: (value || null) as BrandDisclaimer['language'] })
                }
              />
            </div>
          </>
        )}
      </FieldsList>
      <input type="hidden" {...field('disclaimers')} />
    </>
  );
}
