import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-40', 'w-52', 'w-36', 'w-44', 'w-48'];

/** Shaped like the rows that are awaited. */
export function TableSkeleton() {
  return (
    <output className="block border-t border-rule">
      <span className="sr-only">Loading...</span>
      {WIDTHS.map((width) => (
        <span
          key={width}
          className="flex h-36 items-start justify-between gap-6 border-b border-line py-4 lg:h-16"
        >
          <Skeleton className={`h-4 max-w-full ${width}`} />
          <Skeleton className="hidden h-4 w-60 shrink-0 lg:block" />
        </span>
      ))}
    </output>
  );
}
