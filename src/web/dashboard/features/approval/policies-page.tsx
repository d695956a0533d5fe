import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Policy } from '#src/shared/approval.ts';
import { policiesQuery } from '#src/web/dashboard/lib/approval/policies.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { ClientApprovers } from './client-approvers.tsx';
import { ReviewChats } from './review-chats.tsx';
import { deletePolicy } from './queries.ts';
import { MODES, policyInShort } from './words.ts';

/** The standard approval policies, and the workspace's own. */
export function PoliciesPage() {
  usePageTitle('Approval');
  const mayWrite = useMay('policies:write') === true;
  const { data, error, refetch } = useQuery(policiesQuery);
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <h1 className="headline text-h2">Approval</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            A policy decides which alerts go out automatically, which wait for review, and who can approve
            them. Each rule or route uses one.
          </p>
        </div>
        {mayWrite && data ? (
          <Link to="/approval/new" className={buttonClass('primary')}>
            New policy
          </Link>
        ) : null}
      </header>
      {error && !data ? (
        <ErrorState
          heading="h2"
          title="Policies couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <>
          <h2 className="mb-2 text-base font-medium">Standard</h2>
          <ul aria-label="Standard policies" className="border-t border-rule">
            {data.standard.map(({ id, name }) => (
              <li key={id} className="border-b border-line py-3">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-ink-2">{MODES[id].says}</p>
              </li>
            ))}
          </ul>
          <h2 className="mt-8 mb-2 text-base font-medium">Your own</h2>
          {data.items.length > 0 ? (
            <ul ref={box} aria-label="Your policies" className="border-t border-rule">
              {data.items.map((policy) => (
                <OwnRow key={policy.id} policy={policy} mayWrite={mayWrite} />
              ))}
            </ul>
          ) : (
            <EmptyState
              heading="h3"
              title="No policies of your own yet"
              text="Create one to name approvers, require two people, set how long alerts wait, or adjust the points of smart approval."
            />
          )}
          <ReviewChats />
          <ClientApprovers />
        </>
      ) : (
        <output className="grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </output>
      )}
    </>
  );
}

function OwnRow({ policy, mayWrite }: { policy: Policy; mayWrite: boolean }) {
  const { id, name, version, content, usedBy } = policy;
  const { busy, run } = useActOn('account');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-50">
        <p className="font-medium wrap-anywhere">
          <Link to={`/approval/${id}`} data-row-link className="hover:underline">
            {name}
          </Link>
        </p>
        <p className="text-sm text-ink-2">{policyInShort(content)}</p>
        <p className="text-sm text-ink-2">
          Version {version} ·{' '}
          {usedBy === 0 ? 'not used yet' : usedBy === 1 ? 'used by a rule' : `used by ${usedBy} rules`}
        </p>
      </div>
      {mayWrite ? (
        <Changes>
          <Button
            size="sm"
            variant="quiet"
            disabled={busy || usedBy > 0}
            title={usedBy > 0 ? 'Rules use it. Choose another policy for them first.' : undefined}
            aria-label={`Delete ${name}`}
            onClick={() => void run(() => deletePolicy(id), { failure: 'The policy wasn’t deleted' })}
          >
            Delete
          </Button>
        </Changes>
      ) : null}
    </li>
  );
}
