import { useQuery } from '@tanstack/react-query';
import { roleMay } from '#src/shared/permissions.ts';
import { AbsenceForm } from '#src/web/dashboard/lib/deputies/absence-form.tsx';
import { AbsenceRow } from '#src/web/dashboard/lib/deputies/absence-row.tsx';
import { absencesQuery } from '#src/web/dashboard/lib/deputies/queries.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Section } from './section.tsx';

/** When one is away, and who decides on alerts then. Only for those who decide. */
export function DeputySection() {
  const may = useMay('alerts:approve');
  const { data: me } = useQuery(meQuery);
  const absences = useQuery({ ...absencesQuery, enabled: may === true });
  const team = useQuery({ ...membersQuery, enabled: may === true });
  if (!may || !me) return null;
  const error = absences.error ?? team.error;
  const mine = absences.data?.filter(({ member, state }) => member.userId === me.user.id && state !== 'over');
  const people = team.data?.filter(({ role }) => roleMay(role, 'alerts:approve')) ?? [];
  return (
    <Section
      title="While you’re away"
      text="Your deputy is asked wherever an approval policy names you, and if an alert escalates to you as an owner. Their own role stays the same, and the record says for whom they decided."
    >
      {mine && team.data ? (
        <>
          {mine.length > 0 ? (
            <ul aria-label="Your absences" className="mb-8 max-w-140 border-t border-rule">
              {mine.map((absence) => (
                <AbsenceRow key={absence.id} absence={absence} isMine mayEnd />
              ))}
            </ul>
          ) : null}
          {people.length > 1 ? (
            <AbsenceForm people={people} self={me.user.id} />
          ) : (
            <p className="max-w-text text-sm text-ink-2">
              No one else here can decide. Invite an approver under Team first.
            </p>
          )}
        </>
      ) : error ? (
        <ErrorState
          title="Your absences couldn’t be loaded"
          text={error.message}
          onRetry={() => void Promise.all([absences.refetch(), team.refetch()])}
        />
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Section>
  );
}
