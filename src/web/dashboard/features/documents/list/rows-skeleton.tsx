import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-40', 'w-56', 'w-64', 'w-48', 'w-60', 'w-52'];

/** The shape of the list while it loads. */
export function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <div className="h-[33px] border-b border-line" />
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-[65px] items-center gap-8 border-b border-line md:h-[57px]">
          <span className="min-w-0 grow">
            <Skeleton className={`h-3.5 max-w-full ${width}`} />
          </span>
          <Skeleton className="hidden h-3.5 w-24 shrink-0 lg:block" />
          <Skeleton className="hidden h-3.5 w-16 shrink-0 md:block" />
          <Skeleton className="hidden h-3.5 w-32 shrink-0 md:block" />
        </div>
      ))}
    </div>
  );
}
