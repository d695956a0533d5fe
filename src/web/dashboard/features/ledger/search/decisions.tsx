import { Link } from 'react-router';
import type { RecordedAlert } from '#src/shared/ledger-search.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';

type Decision = RecordedAlert['decisions'][number];

/** Who or which policy decided, when, and where that is on the ledger. */
export function Decisions({
  decisions,
  onApprover,
}: {
  decisions: readonly Decision[];
  onApprover: (person: string) => void;
}) {
  if (decisions.length === 0)
    return <p className="mt-1.5 text-sm text-ink-2">Approved before the ledger began.</p>;
  return (
    <ul aria-label="Decisions" className="mt-1.5 grid gap-1 text-sm">
      {decisions.map((each) => (
        <li key={each.entry} className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
          <StatusTag
            tone={each.decision === 'rejected' ? 'fault' : 'done'}
            label={each.decision === 'rejected' ? 'Rejected' : 'Approved'}
          />
          <span className="min-w-0 wrap-anywhere">
            <Who decision={each} onApprover={onApprover} />
            {each.entity === null ? null : `, ${each.entity}`}
          </span>
          <span className="text-ink-2">
            <Time at={each.at} exact />
          </span>
          <Link to={`/ledger/entries?at=${each.entry}`} className="figure text-ink-2 underline">
            Entry {each.entry}
          </Link>
          {each.reason === null ? null : (
            <span className="basis-full text-ink-2 wrap-anywhere">Reason: {each.reason}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Who({
  decision: { by, isPolicy, person },
  onApprover,
}: {
  decision: Decision;
  onApprover: (person: string) => void;
}) {
  if (isPolicy) return <>by the policy “{by}”</>;
  if (person === null) return <>by {by}</>;
  return (
    <>
      by{' '}
      <button
        type="button"
        title="Search for what this person decided"
        className="underline decoration-rule underline-offset-4 hover:decoration-ink"
        onClick={() => onApprover(person)}
      >
        {by}
      </button>
    </>
  );
}
