import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { momentIn } from '#src/shared/moment.ts';
import { ownZone } from '#src/web/dashboard/lib/alert/plan.ts';
import { absencesQuery } from '#src/web/dashboard/lib/deputies/queries.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';

/** For whom one decides and until when; and of one's own absence, how to end it. */
export function DeputyLines() {
  const { data: me } = useQuery(meQuery);
  const { data: absences } = useQuery(absencesQuery);
  const running = absences?.filter(({ state }) => state === 'running') ?? [];
  const mine = running.find(({ member }) => member.userId === me?.user.id);
  const others = running.filter(({ deputy, skipped }) => deputy.userId === me?.user.id && !skipped);
  if (!me || (!mine && others.length === 0)) return null;
  return (
    <div className="mb-5 grid gap-1.5 border-y border-rule bg-sunk px-4 py-3 text-sm">
      {others.map(({ id, member, until }) => (
        <p key={id}>
          You decide for <span className="font-medium">{member.name}</span> until{' '}
          {momentIn(new Date(until), ownZone())}, where a policy names them.
        </p>
      ))}
      {mine ? (
        <p>
          You’re away until {momentIn(new Date(mine.until), ownZone())}.{' '}
          {mine.skipped
            ? `${mine.deputy.name} is away too, so no one decides in your place.`
            : `${mine.deputy.name} decides in your place.`}{' '}
          <Link to="/settings" className="underline">
            End it in Settings
          </Link>
        </p>
      ) : null}
    </div>
  );
}
