import type { AlertDetail } from '#src/shared/alert-detail.ts';

/** Who wrote an alert without a rule, and which places of its text they vouched for. */
export function WrittenBy({ written: { by, vouches } }: { written: NonNullable<AlertDetail['written']> }) {
  return (
    <div className="mt-3 text-sm text-ink-2">
      <p>Written by {by}</p>
      {vouches.length > 0 ? (
        <p className="mt-1 wrap-anywhere">
          {by} vouched for: {[...new Set(vouches.map(({ found }) => `“${found}”`))].join(', ')}
        </p>
      ) : null}
    </div>
  );
}
