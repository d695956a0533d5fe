import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleMay } from '#src/shared/permissions.ts';
import { AbsenceForm } from '#src/web/dashboard/lib/deputies/absence-form.tsx';
import { AbsenceRow } from '#src/web/dashboard/lib/deputies/absence-row.tsx';
import { absencesQuery } from '#src/web/dashboard/lib/deputies/queries.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';

/** Who is away, and who decides in their place. Owners and admins set it for others. */
export function Absences({ manages }: { manages: boolean }) {
  const { data, error, refetch } = useQuery(absencesQuery);
  const { data: me } = useQuery(meQuery);
  const { data: team } = useQuery(membersQuery);
  const [isNaming, setNaming] = useState(false);
  if (error && !data)
    return (
      <ErrorState title="Absences couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
    );
  if (!data || !me) return null;
  const people = team?.filter(({ role }) => roleMay(role, 'alerts:approve')) ?? [];
  const open = data.filter(({ state }) => state !== 'over');
  const over = data.filter(({ state }) => state === 'over');
  const mayName = manages && people.length > 1;
  if (data.length === 0 && !mayName) return null;
  const row = (absence: (typeof data)[number]) => {
    const isMine = absence.member.userId === me.user.id;
    return (
      <AbsenceRow
        key={absence.id}
        absence={absence}
        isMine={isMine}
        mayEnd={manages || isMine || absence.deputy.userId === me.user.id}
      />
    );
  };
  return (
    <section aria-labelledby="absences" className="mt-12">
      <h2 id="absences" className="headline text-h3">
        Absences and deputies
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        While a member is away, their deputy decides on alerts for them.
      </p>
      {open.length > 0 ? <ul className="mt-5 border-t border-rule">{open.map(row)}</ul> : null}
      {mayName ? (
        isNaming ? (
          <div className="mt-5">
            <AbsenceForm people={people} self={null} />
          </div>
        ) : (
          <Button size="sm" className="mt-4" onClick={() => setNaming(true)}>
            Name a deputy for a member
          </Button>
        )
      ) : null}
      {over.length > 0 ? (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline">
            Earlier absences
          </summary>
          <ul className="mt-2 border-t border-line">{over.map(row)}</ul>
        </details>
      ) : null}
    </section>
  );
}
