import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readAlertFilter, writeAlertFilter, type AlertFilter } from '#src/shared/alert-list.ts';

/** The filter in the address, so that the list can be shared and Back goes to the previous one. */
export function useAlertFilter() {
  const [query, setQuery] = useSearchParams();
  // The router changes the address in its own time; what was ticked must show at once.
  const [ahead, setAhead] = useState<{ at: string; filter: AlertFilter } | null>(null);
  const at = query.toString();
  const written = useMemo(() => {
    const read = readAlertFilter(query);
    // An unknown value in the address is ignored; the rest still counts.
    if (read.ok) return read.filter;
    const rest = new URLSearchParams(query);
    rest.delete(read.name);
    const again = readAlertFilter(rest);
    return again.ok ? again.filter : {};
  }, [query]);
  const filter = ahead?.at === at ? ahead.filter : written;
  const set = useCallback(
    (
      change: Partial<Record<keyof AlertFilter, AlertFilter[keyof AlertFilter] | undefined>>,
      replace = false,
    ) => {
      const next = { ...filter, ...change } as AlertFilter;
      setAhead({ at, filter: next });
      setQuery(writeAlertFilter(next), { replace, preventScrollReset: true });
    },
    [at, filter, setQuery],
  );
  return { filter, text: writeAlertFilter(filter).toString(), set };
}
