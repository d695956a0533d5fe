import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';

/** What is asked of a list that comes page by page. */
export type Paged = Pick<
  UseInfiniteQueryResult<InfiniteData<unknown>>,
  'data' | 'error' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>;

const TRIES = 3;

/** Fetches the next page; again, if a live hint refetches the list meanwhile, which cancels that. */
async function bringNext({ data, fetchNextPage }: Paged): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { data: now, isError, hasNextPage } = await fetchNextPage();
    if (isError || !hasNextPage || now?.pages.length !== data?.pages.length) return;
  }
}

/** Loads the next page, while there is one. After a failure it shows why, and can be pressed again. */
export function ShowMore({
  list,
  label = 'Show more',
  className = 'mt-5',
}: {
  list: Paged;
  label?: string;
  className?: string;
}) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  if (!hasNextPage) return null;
  return (
    <div className={cx('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <Button size="sm" busy={isFetchingNextPage} onClick={() => void bringNext(list)}>
        {isFetchingNextPage ? 'Loading...' : label}
      </Button>
      {/* Removed while it is retried, so that a second failure is announced as well. */}
      {isFetchNextPageError && !isFetchingNextPage ? (
        <p role="alert" className="flex min-w-0 items-start gap-2 text-sm text-fault">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>More couldn’t be loaded. {error?.message}</span>
        </p>
      ) : null}
    </div>
  );
}
