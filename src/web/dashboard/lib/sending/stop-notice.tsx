import { OctagonX } from 'lucide-react';
import { Link } from 'react-router';
import type { Stop } from '#src/shared/sending.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { formatClock, formatExact } from '#src/web/ui/format.ts';
import { ResumeButton } from './resume-button.tsx';
import { whatOf } from './words.ts';

/** Above every screen while members have stopped something: what, since when, by whom and why; and how to resume it. */
export function StopNotice({ stops }: { stops: readonly Stop[] }) {
  const mayResume = useMay('sending:resume');
  return (
    <aside aria-label="Stopped" className="mb-8 grid border-y-2 border-fault text-base">
      {stops.map((stop) => (
        <div key={stop.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <p className="flex min-w-0 grow basis-56 gap-4 wrap-anywhere">
            <OctagonX size={18} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
            <span className="min-w-0">
              <Since stop={stop} />
            </span>
          </p>
          {mayResume === true ? (
            <ResumeButton stop={stop} />
          ) : mayResume === false ? (
            <Link to="/sending" className="link inline-flex min-h-11 items-center text-sm">
              An owner or admin can resume it
            </Link>
          ) : null}
        </div>
      ))}
    </aside>
  );
}

function Since({ stop }: { stop: Stop }) {
  const titleOf = useChannelTitle();
  const { since, by, reason } = stop;
  return (
    <>
      <strong className="font-semibold">{whatOf(stop, titleOf)} is stopped</strong>{' '}
      <span className="text-ink-2">
        since{' '}
        <time dateTime={since} title={formatExact(Date.parse(since))}>
          {formatClock(since)}
        </time>{' '}
        by {by}
        {reason === null ? '.' : `: ${reason}`}
      </span>
    </>
  );
}
