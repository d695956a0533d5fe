import { useQuery } from '@tanstack/react-query';
import { type AudienceFilter, audienceFilterSchema } from '#src/shared/audiences.ts';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { formatNumber } from '#src/web/ui/format.ts';
import { countQuery } from './queries.ts';
import { filterWords } from './words.ts';

/** What the fields of a filter hold: values separated by commas. */
export type FilterTexts = Record<(typeof FILTER_FIELDS)[number]['name'], string>;

export const FILTER_FIELDS = [
  { name: 'any', label: 'Tagged with any of', placeholder: 'vip, trial' },
  { name: 'all', label: 'Tagged with all of', placeholder: '' },
  { name: 'none', label: 'Not tagged with', placeholder: '' },
  { name: 'languages', label: 'Reads any of the languages', placeholder: 'en, de' },
  { name: 'countries', label: 'Countries', placeholder: 'US, GB' },
  { name: 'symbols', label: 'Follows any of the symbols', placeholder: 'SPX, NDX' },
  { name: 'topics', label: 'Interested in topics', placeholder: 'earnings' },
  { name: 'signedUpDays', label: 'Signed up in the last … days', placeholder: '30' },
  { name: 'sentDays', label: 'Message in the last … days', placeholder: '7' },
  { name: 'silentDays', label: 'No message in the last … days', placeholder: '90' },
] as const;
const DAY_FIELDS = ['signedUpDays', 'sentDays', 'silentDays'] as const;
type DayField = (typeof DAY_FIELDS)[number];
export const isDays = (name: string): name is DayField => DAY_FIELDS.some((each) => each === name);

export const textsOf = ({ tags = {}, activity = {}, ...rest }: AudienceFilter): FilterTexts => {
  const joined = (values: readonly string[] | undefined) => (values ?? []).join(', ');
  return {
    any: joined(tags.any),
    all: joined(tags.all),
    none: joined(tags.none),
    languages: joined(rest.languages),
    countries: joined(rest.countries),
    symbols: joined(rest.symbols).toUpperCase(),
    topics: joined(rest.topics),
    signedUpDays: String(activity.signedUpDays ?? ''),
    sentDays: String(activity.sentDays ?? ''),
    silentDays: String(activity.silentDays ?? ''),
  };
};

const TAG_FIELDS: ReadonlySet<string> = new Set(['any', 'all', 'none']);

export function filterOf(texts: Partial<FilterTexts>): Checked<AudienceFilter> {
  const values = (name: keyof FilterTexts): string[] =>
    (texts[name] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '');
  const given = (names: readonly (keyof FilterTexts)[]) =>
    Object.fromEntries(names.flatMap((name) => (values(name).length > 0 ? [[name, values(name)]] : [])));
  const tags = given(['any', 'all', 'none']);
  const activity = Object.fromEntries(
    DAY_FIELDS.flatMap((name) => {
      const text = (texts[name] ?? '').trim();
      return text === '' ? [] : [[name, Number(text)]];
    }),
  );
  return checkBy(
    audienceFilterSchema,
    {
      ...(Object.keys(tags).length > 0 && { tags }),
      ...given(['languages', 'countries', 'symbols', 'topics']),
      ...(Object.keys(activity).length > 0 && { activity }),
    },
    ([first, second]) =>
      first === 'activity' || (first === 'tags' && TAG_FIELDS.has(String(second)))
        ? String(second)
        : String(first),
  );
}

/** Who a filter means, in words and in number, while it is typed. */
export function LiveCount({ texts }: { texts: Partial<FilterTexts> }) {
  const later = useLater(JSON.stringify(texts));
  const { data: filter } = filterOf(JSON.parse(later) as Partial<FilterTexts>);
  const count = useQuery({ ...countQuery(filter ?? {}), enabled: filter !== undefined });
  return (
    <output className="block text-sm text-ink-2">
      {filter === undefined
        ? 'Correct the marked fields to count.'
        : `${filterWords(filter)}: ${count.data === undefined ? '…' : `${formatNumber(count.data)} now`}`}
    </output>
  );
}
