import { Skeleton } from '#src/web/ui/skeleton.tsx';

const BARS = ['h-16', 'h-24', 'h-32', 'h-20', 'h-28', 'h-36', 'h-24', 'h-16', 'h-32', 'h-28', 'h-20', 'h-24'];

/** The shape of the figures while they load. */
export function AnalyticsSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-8 gap-y-6 border-y border-t-rule border-b-line py-5 md:grid-cols-3 xl:grid-cols-5">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <div key={key} className="h-[76px]">
            <Skeleton className="h-3 w-24 max-w-full" />
            <Skeleton className="mt-3 h-6 w-20" />
            <Skeleton className="mt-3 h-3 w-28 max-w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-11 h-5 w-20" />
      <div className="mt-10 flex h-[168px] items-end gap-1 pl-16">
        {BARS.map((height, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- bars without an identity
          <Skeleton key={at} className={`min-w-0 grow ${height}`} />
        ))}
      </div>
    </>
  );
}
