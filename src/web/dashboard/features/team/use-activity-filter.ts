import { useSearchParams } from 'react-router';
import { type ActivityFilter, readActivityFilter } from '#src/shared/activity.ts';

/** The filter in the address, so that it can be shared. Unknown values are ignored. */
export function useActivityFilter() {
  const [query, setQuery] = useSearchParams();
  const filter = readWhatFits(query);
  return {
    filter,
    text: write(filter),
    set: (next: ActivityFilter) => setQuery(write(next), { preventScrollReset: true }),
  };
}

function readWhatFits(query: URLSearchParams): ActivityFilter {
  const read = readActivityFilter(query);
  if (read.ok) return read.filter;
  const rest = new URLSearchParams(query);
  rest.delete(read.name);
  return rest.size < query.size ? readWhatFits(rest) : {};
}

function write(filter: ActivityFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries as [string, string][]).toString();
}
