import { queryOptions } from '@tanstack/react-query';
import { ENTRY_KINDS, type EntryKind, type Importance, IMPORTANCES } from '#src/shared/calendar/entry.ts';
import { calendarSourcesSchema } from '#src/shared/calendar/sources.ts';
import { apiGet } from '#src/web/lib/api/api.ts';

export const KIND_LABELS: Record<EntryKind, string> = {
  economic: 'Economic releases',
  earnings: 'Earnings',
  other: 'Other',
};
export const IMPORTANCE_LABELS: Record<Importance, string> = { low: 'Low', medium: 'Medium', high: 'High' };

type Options = readonly { value: string; label: string }[];
/** Kinds to choose one from, behind one that means none of them. */
export const kindOptions = (none: string): Options => [
  { value: '', label: none },
  ...ENTRY_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];
/** The least importance to choose, behind one that means none of them. */
export const importanceOptions = (none: string): Options => [
  { value: '', label: none },
  ...IMPORTANCES.map((value) => ({
    value,
    label: value === 'high' ? IMPORTANCE_LABELS[value] : `${IMPORTANCE_LABELS[value]} or more`,
  })),
];

/** Where the workspace reads its calendar; under the live topic `feeds`. */
export const calendarSourcesQuery = queryOptions({
  queryKey: ['feeds', 'calendar-sources'],
  queryFn: async ({ signal }) =>
    (await apiGet('/api/v1/calendar-sources', calendarSourcesSchema, signal)).items,
});
