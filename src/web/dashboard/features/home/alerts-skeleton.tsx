import { Skeleton } from '#src/web/ui/skeleton.tsx';

const WIDTHS = ['w-64', 'w-52', 'w-72', 'w-56', 'w-60'];

/** The shape of the table while it loads. */
export function AlertsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      <div className="h-9 border-b border-line" />
      {WIDTHS.map((width) => (
        <div
          key={width}
          className="flex h-16 items-center justify-between gap-8 border-b border-line md:h-12"
        >
          <Skeleton className={`h-3.5 max-w-[55%] ${width}`} />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}
