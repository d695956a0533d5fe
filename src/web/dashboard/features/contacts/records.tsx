import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Consents } from './consents.tsx';
import { History } from './history.tsx';
import { Preferences } from './preferences.tsx';
import { consentsQuery, historyQuery, preferencesQuery } from './queries.ts';

/**
 * What a contact chose, agreed to and got. All of it at once: what comes later would push away what is being read. It is
 * asked for here and handed on: a part that asked for itself would, after a failure, begin anew as it appears.
 */
export function Records({ id }: { id: string }) {
  const preferences = useQuery(preferencesQuery(id));
  const consents = useQuery(consentsQuery(id));
  const history = useInfiniteQuery(historyQuery(id));
  if (preferences.isPending || consents.isPending || history.isPending)
    return (
      <output className="mt-10 block">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-5 h-24 w-full" />
      </output>
    );
  return (
    <>
      <Preferences id={id} query={preferences} />
      <Consents query={consents} />
      <History list={history} />
    </>
  );
}
