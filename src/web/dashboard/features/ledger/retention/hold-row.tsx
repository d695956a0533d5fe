import { useState } from 'react';
import { Link } from 'react-router';
import type { Hold } from '#src/shared/ledger-keeping.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { Button } from '#src/web/ui/button.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { coveredBy, daysOf } from './hold-words.ts';
import { LiftForm } from './lift-form.tsx';

/** A hold: what it covers, who placed it and why, and how it ended. */
export function HoldRow({ hold }: { hold: Hold }) {
  const mayLift = useMay('ledger:prune') === true && readOnlyReason() === null;
  const [lifting, setLifting] = useState(false);
  const { scope, target, reason, by, at, lifted } = hold;
  const covered = coveredBy(hold);
  return (
    <li className="border-b border-line py-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-70">
          <p className="text-base font-medium wrap-anywhere">
            {scope === 'alert' && target !== null && hold.name !== null ? (
              <Link
                to={`/alerts/${target}`}
                data-row-link
                className="rounded-xs underline underline-offset-4"
              >
                {covered}
              </Link>
            ) : (
              covered
            )}
          </p>
          <p className="mt-0.5 text-ink-2">
            <span className="figure">{daysOf(hold)}</span>
          </p>
          <p className="mt-1.5 wrap-anywhere">{reason}</p>
          <p className="mt-1.5 text-ink-2 wrap-anywhere">
            Placed by {by}, <Time at={at} exact />
          </p>
          {lifted === null ? null : (
            <p className="mt-1 text-ink-2 wrap-anywhere">
              Lifted by {lifted.by}, <Time at={lifted.at} exact />: {lifted.reason}
            </p>
          )}
        </div>
        <div className="flex items-center gap-4">
          <StatusTag
            tone={lifted === null ? 'active' : 'done'}
            label={lifted === null ? 'Holds' : 'Lifted'}
          />
          {lifted === null && mayLift && !lifting ? (
            <Button
              size="sm"
              aria-label={`Lift the hold on ${covered.charAt(0).toLowerCase()}${covered.slice(1)}`}
              onClick={() => setLifting(true)}
            >
              Lift
            </Button>
          ) : null}
        </div>
      </div>
      {lifting && lifted === null ? <LiftForm id={hold.id} onClose={() => setLifting(false)} /> : null}
    </li>
  );
}
