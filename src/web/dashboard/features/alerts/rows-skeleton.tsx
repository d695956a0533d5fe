import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-64', 'w-52', 'w-72', 'w-56', 'w-60', 'w-48', 'w-64', 'w-56'];

/** The shape of the list while it loads. */
export function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <div className="hidden h-[33px] border-b border-line lg:block" />
      {WIDTHS.map((width, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- bars without an identity
          key={at}
          className="flex h-24 items-center gap-8 border-b border-line lg:h-[41px]"
        >
          <span className="min-w-0 grow">
            <Skeleton className={`h-3.5 max-w-full ${width}`} />
          </span>
          <Skeleton className="h-3.5 w-16 shrink-0 lg:w-20" />
          <Skeleton className="hidden h-3.5 w-24 lg:block" />
          <Skeleton className="hidden h-3.5 w-28 lg:block" />
        </div>
      ))}
    </div>
  );
}
