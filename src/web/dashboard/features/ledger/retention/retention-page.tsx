import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { LedgerFrame } from '../frame.tsx';
import { keepingQuery } from '../queries.ts';
import { Holds } from './holds.tsx';
import { Retention } from './retention.tsx';

/** How long the ledger is kept, and what a legal hold keeps longer. */
export function RetentionPage() {
  usePageTitle('Retention and holds');
  return (
    <LedgerFrame>
      <Keeping />
    </LedgerFrame>
  );
}

function Keeping() {
  const { data, error, refetch } = useQuery(keepingQuery);
  if (error && !data)
    return (
      <ErrorState
        heading="h2"
        title="Retention couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <output className="grid gap-4">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-44 w-full max-w-180" />
        <Skeleton className="mt-6 h-6 w-40" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </output>
    );
  return (
    <>
      <Retention keeping={data} />
      <Holds keeping={data} />
    </>
  );
}
