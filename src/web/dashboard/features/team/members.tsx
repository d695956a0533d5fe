import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { MemberRow } from './member-row.tsx';
import { UndoLine } from './undo-line.tsx';
import { useChangeRole } from './use-change-role.ts';

/** Who belongs to the workspace, and as what. */
export function Members() {
  const { data, error, isPending, refetch } = useQuery(membersQuery);
  const { data: me } = useQuery(meQuery);
  const { change, undo, dismiss } = useChangeRole();
  const owners = data?.filter(({ role }) => role === 'owner').length ?? 0;
  return (
    <section aria-labelledby="members">
      <div className="flex min-h-9 flex-wrap items-baseline justify-between gap-x-6 pb-2">
        <h2 id="members" className="headline text-h3">
          Members
        </h2>
        {data ? <p className="figure text-sm text-ink-2">{data.length}</p> : null}
      </div>
      <UndoLine undo={undo} onDismiss={dismiss} />
      {isPending ? (
        <MembersSkeleton />
      ) : data === undefined || !me ? (
        <ErrorState
          title="The members couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className="border-t border-rule">
          {data.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              me={me}
              lastOwner={member.role === 'owner' && owners === 1}
              onRole={(role) => change(member, role)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function MembersSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-32', 'w-44', 'w-36'].map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-4">
          <div>
            <Skeleton className={`h-3.5 ${width}`} />
            <Skeleton className="mt-2.5 h-3 w-52 max-w-full" />
          </div>
          <Skeleton className="h-8 w-28" />
        </div>
      ))}
    </div>
  );
}
