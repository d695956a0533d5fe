import type { Approval } from '#src/shared/approval.ts';
import { ApprovalSelect } from './approval-select.tsx';

/** The approval of a rule without routes. Each route has its own, and then a choice here would change nothing. */
export function RuleApproval({
  hasRoutes,
  value,
  onChange,
}: {
  hasRoutes: boolean;
  value: Approval;
  onChange: (approval: Approval) => void;
}) {
  if (!hasRoutes) return <ApprovalSelect value={value} onChange={(event) => onChange(event.target.value)} />;
  return (
    <div className="text-sm">
      <p className="font-medium">Approval</p>
      <p className="mt-1.5 text-ink-2">Each route below has its own: edit the route to change it.</p>
    </div>
  );
}
