import type { DeputyPeriod } from '#src/shared/deputies.ts';
import { momentIn } from '#src/shared/moment.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { endAbsence } from './queries.ts';

const ENDED = { ended: 'Ended early.', member: 'Ended, as one of them may no longer decide.' } as const;

/** One absence: who, until when, who decides, and the button that ends it. */
export function AbsenceRow({
  absence: { id, member, deputy, from, until, timeZone, state, ended, skipped },
  isMine,
  mayEnd,
}: {
  absence: DeputyPeriod;
  /** The viewer is the one who is away. */
  isMine: boolean;
  mayEnd: boolean;
}) {
  const { busy, run } = useActOn('team');
  const decides = `${deputy.name} decides in ${isMine ? 'your' : 'their'} place`;
  const ends = state === 'planned' ? 'Cancel' : isMine ? 'I’m back' : 'End';
  const end = async (): Promise<void> => {
    const done = await run(() => endAbsence(id), { failure: 'It wasn’t ended' });
    if (done) toast({ title: state === 'running' ? `${decides} no longer` : 'The absence was canceled' });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-3.5 text-sm">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{`${deputy.name} for ${isMine ? 'you' : member.name}`}</span>
          {state === 'running' ? <Badge>Away now</Badge> : null}
        </p>
        <p className="text-ink-2">
          {momentIn(new Date(from), timeZone)} to {momentIn(new Date(until), timeZone)}
        </p>
        {skipped ? (
          <p className="mt-1 text-fault">
            {deputy.name} is away too, so no one decides in {isMine ? 'your' : 'their'} place.
          </p>
        ) : null}
        {ended === null ? null : <p className="text-ink-2">{ENDED[ended]}</p>}
      </div>
      {mayEnd && state !== 'over' ? (
        <Button size="sm" busy={busy} aria-label={`${ends}: ${decides}`} onClick={() => void end()}>
          {ends}
        </Button>
      ) : null}
    </li>
  );
}
