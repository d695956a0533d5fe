import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-40', 'w-52', 'w-36', 'w-44', 'w-48', 'w-32', 'w-52', 'w-40'];

/** Shaped like the rows that are awaited. */
export function TableSkeleton() {
  return (
    <output className="block border-t border-rule">
      <span className="sr-only">Loading...</span>
      {WIDTHS.map((width, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the rows have a fixed order
          key={at}
          className="flex h-16.75 items-start justify-between gap-6 border-b border-line py-3 lg:h-15.25"
        >
          <span className="grid min-w-0 gap-2">
            <Skeleton className={`h-4 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-64 max-w-full lg:w-28" />
          </span>
          <Skeleton className="hidden h-4 w-60 shrink-0 lg:block" />
        </span>
      ))}
    </output>
  );
}
