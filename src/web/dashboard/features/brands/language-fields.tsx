import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { Brand } from '#src/shared/brands.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import type { Fields } from './fields.ts';
import { languageTitle } from './languages.ts';
import { languagesIn } from './values.ts';

/** What the brand writes in, and what readers get who want none of that. */
export function LanguageFields({ values, field, set }: Fields) {
  const chosen = languagesIn(values.languages);
  const change = (languages: Brand['languages']): void => set('languages', JSON.stringify(languages));
  return (
    <>
      <fieldset>
        <legend className="mb-3 text-sm font-medium">Alerts are written in</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
          {LANGUAGES.map((language) => (
            <Checkbox
              key={language}
              label={languageTitle(language)}
              checked={chosen.includes(language)}
              disabled={chosen.length === 1 && chosen[0] === language}
              onChange={({ currentTarget }) =>
                change(
                  currentTarget.checked ? [...chosen, language] : chosen.filter((each) => each !== language),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      {chosen.length > 1 ? (
        <Select
          label="Main language"
          hint="For readers who want none of the others."
          value={chosen[0]}
          options={chosen.map((language) => ({ value: language, label: languageTitle(language) }))}
          onChange={({ currentTarget: { value } }) =>
            change([...chosen].sort((a, b) => Number(b === value) - Number(a === value)))
          }
        />
      ) : null}
      <input type="hidden" {...field('languages')} />
    </>
  );
}
