import type { ScoredReason } from '#src/shared/approval.ts';

/** Why smart approval asks a person: each reason with its points, the weightiest first. */
export function Reasons({ reasons }: { reasons: readonly ScoredReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Reasons" className="mt-2 grid max-w-text gap-1 text-sm">
      {reasons.map(({ reason, points, says }) => (
        <li key={reason} className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3">
          <span className="figure text-right text-ink-2">+{points}</span>
          <span className="wrap-anywhere">{says}</span>
        </li>
      ))}
    </ul>
  );
}
