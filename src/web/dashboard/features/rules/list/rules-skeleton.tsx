import { Skeleton } from '#src/web/ui/skeleton.tsx';

/** Rows as high as those that come. */
export function RulesSkeleton() {
  return (
    <output className="block border-t border-rule">
      <span className="sr-only">Loading...</span>
      {[0, 1, 2].map((row) => (
        <span key={row} className="block border-b border-line py-3">
          <Skeleton className="h-40 w-full sm:h-16" />
        </span>
      ))}
    </output>
  );
}
