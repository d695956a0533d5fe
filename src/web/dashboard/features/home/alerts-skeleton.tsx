import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-64', 'w-52', 'w-72', 'w-56', 'w-60'];

/** The shape of the table while it loads. */
export function AlertsSkeleton() {
  return (
    <div className="border-t border-rule" data-waits>
      <output className="sr-only">Loading...</output>
      <div className="h-[33px] border-b border-line" />
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-20 items-center gap-8 border-b border-line xl:h-[41px]">
          <span className="min-w-0 grow">
            <Skeleton className={`h-3.5 max-w-full ${width}`} />
          </span>
          <Skeleton className="h-3.5 w-16 shrink-0 xl:w-20" />
          <Skeleton className="hidden h-3.5 w-24 xl:block" />
          <Skeleton className="hidden h-3.5 w-28 xl:block" />
        </div>
      ))}
    </div>
  );
}
