import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';

type Listed<T> = UseInfiniteQueryResult<InfiniteData<{ items: T[]; next: string | null }>>;

/** A list in every state it can be in; `children` draws the rows there are. j and k go from row to row. */
export function ListFrame<T>({
  list,
  what,
  empty,
  children,
}: {
  list: Listed<T>;
  /** As in 'The leads could not be loaded'. */
  what: string;
  empty: { title: string; text: string };
  children: (items: T[]) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  const { data, error, isPending, refetch } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (isPending) return <RowsSkeleton />;
  if (data === undefined)
    return (
      <ErrorState
        heading="h2"
        title={`The ${what} couldn’t be loaded`}
        text={error?.message ?? ''}
        onRetry={() => void refetch()}
      />
    );
  if (items.length === 0) return <EmptyState heading="h2" {...empty} />;
  return (
    <div ref={box}>
      {children(items)}
      <ShowMore list={list} label="Show older ones" />
    </div>
  );
}

const WIDTHS = ['w-48', 'w-64', 'w-56', 'w-72', 'w-40', 'w-60'];

export function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {WIDTHS.map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-3.5">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="hidden h-3.5 w-24 sm:block" />
        </div>
      ))}
    </div>
  );
}
