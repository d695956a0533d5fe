import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readRecordFilter, type RecordFilterWords, writeRecordFilter } from '#src/shared/ledger-search.ts';

type Change = { [Name in keyof RecordFilterWords]?: RecordFilterWords[Name] | undefined };

/** The filter in the address, so that a search can be shared. */
export function useRecordFilter() {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => readRecordFilter(query), [query]);
  const set = useCallback(
    (change: Change, replace = false) =>
      setQuery((now) => writeRecordFilter({ ...readRecordFilter(now), ...change } as RecordFilterWords), {
        replace,
        preventScrollReset: true,
      }),
    [setQuery],
  );
  const clear = useCallback(() => setQuery('', { preventScrollReset: true }), [setQuery]);
  return { filter, text: writeRecordFilter(filter), set, clear };
}
