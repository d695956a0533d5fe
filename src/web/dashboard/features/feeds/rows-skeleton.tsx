import { Skeleton } from '#src/web/ui/skeleton.tsx';

export function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-40', 'w-52', 'w-36'].map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-4">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-3.5 w-20 shrink-0" />
        </div>
      ))}
    </div>
  );
}
