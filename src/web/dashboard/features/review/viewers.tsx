import { queryOptions, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { viewersSchema } from '#src/shared/review.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { viewerWords } from './viewer-words.ts';

/** Under a live topic of its own: people come and go more often than alerts. */
const viewersQuery = queryOptions({
  queryKey: ['viewers'],
  queryFn: ({ signal }) => apiGet('/api/v1/reviews/viewers', viewersSchema, signal),
});

/** Others who have the alert open. */
export function useViewerWords(id: string): string {
  const { data } = useQuery(viewersQuery);
  const people = data?.items.find(({ alert }) => alert === id)?.people ?? [];
  return viewerWords(people.map(({ name }) => name));
}

/** Says so beside the open alert's facts. */
export function Viewers({ id }: { id: string }) {
  const words = useViewerWords(id);
  return (
    <span aria-live="polite" className="min-w-0 wrap-anywhere">
      {words === '' ? null : (
        <>
          <Eye size={15} className="mr-2 inline align-[-2px]" aria-hidden="true" />
          {words}
        </>
      )}
    </span>
  );
}

/** Says so in the list, where a line more would move the rows below it. */
export function ViewersMark({ id }: { id: string }) {
  const words = useViewerWords(id);
  if (words === '') return null;
  return (
    <span title={words} className="mr-2">
      <Eye size={13} className="inline align-[-2px]" aria-hidden="true" />
      <span className="sr-only">{words}.</span>
    </span>
  );
}
