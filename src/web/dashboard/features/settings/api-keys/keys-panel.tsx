import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { ApiKeys } from '#src/shared/api-keys.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyOnce } from './key-once.tsx';
import { KeyRows } from './key-rows.tsx';
import { keysQuery, type NewKey } from './queries.ts';

/** What there is, and the way to one more. */
export function KeysPanel({ keys, mayWrite }: { keys: ApiKeys; mayWrite: boolean }) {
  const { items, max, inPlan } = keys;
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [fresh, setFresh] = useState<NewKey | null>(null);
  const reload = () => queries.invalidateQueries(keysQuery);
  const full = items.length >= max;
  const refusal = useRefusal();
  const why = useId();
  return (
    <>
      {inPlan ? null : <NotInPlan some={items.length > 0} />}
      {fresh ? <KeyOnce made={fresh} onClose={() => setFresh(null)} /> : null}
      {open ? (
        <KeyForm
          onMade={async (made) => {
            setFresh(made);
            setOpen(false);
            await reload();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {items.length > 0 ? (
        <KeyRows items={items} asleep={!inPlan} mayWrite={mayWrite} onRevoked={reload} />
      ) : inPlan && !open ? (
        <p className="mb-5 max-w-text text-base text-ink-2">
          No keys yet. Create one for each program, so you can see when it was last used and revoke it alone.
        </p>
      ) : null}
      {mayWrite && inPlan && !open && !fresh ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button
            disabled={full || refusal !== null}
            aria-describedby={refusal === null ? undefined : why}
            onClick={() => setOpen(true)}
          >
            Create API key
          </Button>
          <Refusal id={why} reason={refusal} />
          {full && refusal === null ? (
            <p className="text-sm text-ink-2">You have all {max} keys. Revoke one to create another.</p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function NotInPlan({ some }: { some: boolean }) {
  return (
    <div className="mb-6 border-y border-rule bg-raised px-4 py-4 text-base">
      <p className="font-medium">API access is included in Professional.</p>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        {some
          ? 'Your keys are kept, but rejected until then. They work again once your plan includes it.'
          : 'Your own programs can then read alerts and start trial runs, with keys you create here.'}{' '}
        <Link to="/plans" className="link">
          See plans
        </Link>
      </p>
    </div>
  );
}
