import {
  CLOCKS,
  CURRENCY_NAMES,
  DATE_ORDERS,
  type Formats,
  MINUS_SIGNS,
  PERCENT_SIGNS,
  PLUS_SIGNS,
  SEPARATORS,
} from '#src/shared/formats.ts';
import { Select } from '#src/web/ui/select.tsx';
import type { Fields } from './fields.ts';
import { formatSample } from './format-sample.ts';
import { languageTitle } from './languages.ts';
import { formOf, languagesIn } from './values.ts';

const FIELDS = [
  ['separators', 'Separators', SEPARATORS],
  ['percent', 'Percent sign', PERCENT_SIGNS],
  ['plusSign', 'Gains', PLUS_SIGNS],
  ['minusSign', 'Losses', MINUS_SIGNS],
  ['currency', 'Currencies', CURRENCY_NAMES],
  ['date', 'Dates', DATE_ORDERS],
  ['clock', 'Times', CLOCKS],
] as const;

const options = (choices: Readonly<Record<string, { title: string }>>) =>
  Object.entries(choices).map(([value, { title }]) => ({ value, label: title }));

/** How the brand writes numbers, dates and times, with a sample in each of its languages. */
export function FormatFields({ values, field }: Pick<Fields, 'field' | 'values'>) {
  const formats = formOf(values).formats as Formats;
  return (
    <>
      <div>
        <h3 className="text-sm font-medium" id="brand-formats-sample">
          Sample
        </h3>
        <dl
          aria-labelledby="brand-formats-sample"
          className="mt-2 grid gap-x-6 border-t border-line sm:grid-cols-[auto_1fr]"
        >
          {languagesIn(values.languages).map((language) => (
            <div
              key={language}
              className="border-b border-line py-2 sm:col-span-2 sm:grid sm:grid-cols-subgrid"
            >
              <dt className="text-sm text-ink-2">{languageTitle(language)}</dt>
              <dd className="figure text-sm">{formatSample(language, formats)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-5">
        {FIELDS.map(([name, label, choices]) => (
          <Select key={name} label={label} options={options(choices)} {...field(name)} />
        ))}
      </div>
    </>
  );
}
