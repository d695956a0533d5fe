import { Skeleton } from '#src/web/ui/skeleton.tsx';

/** The shape of the list, and of the alert beside it. */
export function InboxSkeleton() {
  return (
    <>
      <output className="sr-only">Loading...</output>
      <div className="grid grid-cols-[minmax(0,1fr)] border-t border-line xl:grid-cols-[18rem_minmax(0,1fr)] 2xl:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="xl:border-r xl:border-line">
          {Array.from({ length: 6 }, (_, at) => (
            <div key={at} className="grid gap-2 border-b border-line py-4 xl:pr-4">
              <Skeleton className="h-4 w-11/12" />
              <Skeleton className="h-3 w-2/3" />
            </div>
          ))}
        </div>
        <div className="hidden xl:block xl:pl-8">
          <AlertSkeleton />
        </div>
      </div>
    </>
  );
}

export function AlertSkeleton() {
  return (
    <div className="grid gap-4 pt-6">
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-8 w-full max-w-120" />
      <Skeleton className="mt-4 h-72 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
