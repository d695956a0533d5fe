import { Skeleton } from '#src/web/ui/skeleton.tsx';

/** Rows as they will be: a title, what was decided, and the text. */
export function RowsSkeleton({ rows = 4, tall = false }: { rows?: number; tall?: boolean }) {
  return (
    <output className="block border-t border-rule">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="block border-b border-line py-4">
          <Skeleton className="h-4 w-96 max-w-full" />
          {tall ? (
            <>
              <Skeleton className="mt-2.5 h-3 w-64 max-w-full" />
              <Skeleton className="mt-2.5 h-3 w-full" />
              <Skeleton className="mt-2.5 h-3 w-80 max-w-full" />
            </>
          ) : null}
        </span>
      ))}
    </output>
  );
}
