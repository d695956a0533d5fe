import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Me } from '#src/shared/alerts.ts';
import type { Usage } from '#src/shared/usage.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { cx } from '#src/web/ui/cx.ts';
import { meQuery } from '../me.ts';
import { useLastNotice } from './last-notice.ts';
import { usageQuery } from './queries.ts';
import { dayOf } from './words.ts';

// Few have one: what it needs comes for them alone.
const StopNotice = lazy(async () => ({
  default: (await import('../sending/stop-notice.tsx')).StopNotice,
}));

/**
 * Above every screen. If the plan has run out: what still works, until when, and how to upgrade. While an operator
 * pauses sending or members have stopped it: that it is so, and why. The last notice stays until the current one is loaded.
 */
export function PlanNotice() {
  const { data } = useQuery(usageQuery);
  const { data: me } = useQuery(meQuery);
  const notice = useLastNotice(data, me?.workspace.id);
  const words = notice && wordsOf(notice.plan);
  const stopped = notice?.stopped;
  return (
    <>
      {stopped ? (
        <aside
          aria-label="Sending"
          className="mb-8 flex flex-wrap items-center gap-4 border-y border-rule py-3 text-base"
        >
          <TriangleAlert size={18} className="mt-0.5 shrink-0 self-start text-fault" aria-hidden="true" />
          <p className="min-w-0 grow basis-64">
            <strong className="font-semibold">
              {stopped.channel === null ? 'Alerts' : `Alerts by ${stopped.channel}`} aren’t sent for now.
            </strong>{' '}
            <span className="text-ink-2">
              {stopped.reason} They wait, and go out when this ends: nothing is lost.
            </span>
          </p>
        </aside>
      ) : null}
      {notice && notice.stops.length > 0 ? (
        <Suspense fallback={<div className="mb-8 h-17" />}>
          <StopNotice stops={notice.stops} />
        </Suspense>
      ) : null}
      {words ? <RunOut words={words} me={me} /> : null}
    </>
  );
}

function RunOut({ words, me }: { words: { title: string; text: string }; me: Me | undefined }) {
  const mayPay = !me || roleMay(me.workspace.role, 'billing:write');
  return (
    <aside
      aria-label="Your plan"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-rule py-3 text-base"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0 self-start text-fault" aria-hidden="true" />
      <p className="min-w-0 grow basis-56">
        <strong className="font-semibold">{words.title}</strong>{' '}
        <span className="text-ink-2">{words.text}</span>
      </p>
      {mayPay ? (
        // Its place is kept until it is known who reads.
        <Link
          to="/plans"
          className={cx('link inline-flex min-h-11 items-center font-medium', me ? '' : 'invisible')}
        >
          Choose a plan
        </Link>
      ) : (
        <span className="inline-flex min-h-11 items-center text-sm text-ink-2">
          An owner can choose a plan.
        </span>
      )}
    </aside>
  );
}

function wordsOf({ standing, ends }: Usage['plan']): { title: string; text: string } | null {
  if (standing === 'grace') {
    const until = ends ? ` until ${dayOf(ends)}` : '';
    return { title: 'Your plan has ended.', text: `Your alerts continue${until}. Then nothing is sent.` };
  }
  if (standing === 'read_only') {
    return {
      title: 'This workspace is read-only.',
      text: 'Nothing is sent and nothing can be changed. Everything can be read and exported.',
    };
  }
  return null;
}
