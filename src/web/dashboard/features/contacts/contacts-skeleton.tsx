import { Skeleton } from '#src/web/ui/skeleton.tsx';

export function ContactsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-40', 'w-52', 'w-36', 'w-48', 'w-44'].map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-4">
          <div>
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="mt-2.5 h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}
