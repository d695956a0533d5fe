import { useQuery } from '@tanstack/react-query';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import type { BarCorrection } from '#src/shared/bar-corrections.ts';
import { barCorrectionsQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { StatusTag, type StatusTone } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { useState } from 'react';
import { CorrectedFigures } from '#src/web/dashboard/lib/alert/corrected-figures.tsx';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatExact } from '#src/shared/figures.ts';
import { DismissCorrection } from './dismiss-correction.tsx';

type State = BarCorrection['state'];
/** Readers have it, or some of them may. */
const SENT: ReadonlySet<AlertState> = new Set(['sending', 'sent', 'partly_sent', 'unknown']);
const isOpen = ({ state }: BarCorrection): boolean =>
  state === 'checking' || state === 'differs' || state === 'waiting';

/** What happened to the bars of an alert that still has to be decided, above everything else about it. */
export function BarCorrections({ alert }: { alert: AlertDetail }) {
  const { data, error, refetch } = useQuery(barCorrectionsQuery(alert.id));
  if (!data)
    return error ? (
      <div className="mt-6">
        <ErrorState
          title="Corrections of its bars couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </div>
    ) : null;
  return data.items
    .filter(isOpen)
    .map((item) => (
      <Open key={item.id} item={item} timeZone={alert.timeZone} isSent={SENT.has(alert.state)} />
    ));
}

function Open({ item, timeZone, isSent }: { item: BarCorrection; timeZone: string; isSent: boolean }) {
  const { alertId, cause, state, figures, triggers, problem, followUp, foundAt } = item;
  const mayDecide = useMay('alerts:approve') === true && isSent;
  const [dismisses, setDismisses] = useState(false);
  const name = `correction-${item.id}`;
  return (
    <section aria-labelledby={name} className="mt-6 border-b border-rule pb-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={name} className="headline text-h4">
          {cause === 'bar'
            ? 'A bar this alert rests on was corrected'
            : 'A split became known after this alert'}
        </h2>
        <span className="text-sm text-ink-2">
          Found <Time at={foundAt} />
        </span>
      </div>
      {state === 'checking' ? (
        <p className="mt-2 text-sm text-ink-2">Its figures are being computed again.</p>
      ) : (
        <>
          <p className="mt-2 max-w-text text-sm">
            {triggers === false
              ? 'On the corrected bars, the rule doesn’t trigger.'
              : isSent
                ? 'These figures aren’t right as they were published:'
                : 'These figures aren’t right in the alert:'}
          </p>
          <CorrectedFigures figures={figures} />
          <Bars item={item} timeZone={timeZone} />
          <p className="mt-3 max-w-text text-sm text-ink-2">
            {state === 'waiting'
              ? 'A correction is written. It’s sent to everyone who got the alert once it’s approved.'
              : `There is no correction yet. ${problem ?? ''}`}
          </p>
          {mayDecide ? (
            dismisses ? (
              <DismissCorrection alertId={alertId} id={item.id} onCancel={() => setDismisses(false)} />
            ) : (
              <p className="mt-3 flex flex-wrap gap-3">
                {followUp === null ? null : (
                  <Button size="sm" variant="primary" onClick={() => show(followUp)}>
                    Review correction
                  </Button>
                )}
                <Button size="sm" onClick={() => setDismisses(true)}>
                  Dismiss
                </Button>
              </p>
            )
          ) : null}
        </>
      )}
    </section>
  );
}

/** The proposal stands with the other updates and corrections, where it's approved. */
function show(followUp: string): void {
  const target = document.getElementById(`follow-up-${followUp}`) ?? document.getElementById('follow-ups');
  target?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}

const BARS_SHOWN = 4;
const textOf = (text: string | null): string => (text === null ? '–' : formatExact(text));

/** What was corrected in which bars. */
function Bars({ item: { bars }, timeZone }: { item: BarCorrection; timeZone: string }) {
  if (bars.length === 0) return null;
  const more = bars.length - BARS_SHOWN;
  return (
    <ul className="figure mt-3 text-sm text-ink-2">
      {bars.slice(0, BARS_SHOWN).map(({ symbol, timeframe, time, field, said, right }) => (
        <li key={`${symbol} ${timeframe} ${time} ${field}`} className="wrap-anywhere">
          {symbol} · {timeframe} · {barTime(time, timeframe, timeZone)}: {field} {textOf(said)} →{' '}
          {textOf(right)}
        </li>
      ))}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  );
}

const CLOSED: Partial<Record<State, { tone: StatusTone; label: string; says: string }>> = {
  still_right: {
    tone: 'done',
    label: 'Still right',
    says: 'Every figure is right as it was published. Nothing was sent.',
  },
  corrected: { tone: 'done', label: 'Corrected', says: 'The correction was approved.' },
  dismissed: { tone: 'fault', label: 'Dismissed', says: 'No correction was sent.' },
  not_possible: { tone: 'fault', label: 'Not corrected', says: 'No correction can be sent.' },
  not_sent: { tone: 'done', label: 'Not sent', says: 'The alert reached no one.' },
};

/** The checks of its bars that are over: what was found, and what was done. */
export function ClosedBarCorrections({ alert }: { alert: AlertDetail }) {
  const { data } = useQuery(barCorrectionsQuery(alert.id));
  const items = data?.items.filter((item) => !isOpen(item)) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="bar-corrections">
      <h2 id="bar-corrections" className="headline text-h4">
        Corrections of its bars
      </h2>
      <ol className="mt-3 border-t border-line">
        {items.map((item) => (
          <Closed key={item.id} item={item} timeZone={alert.timeZone} />
        ))}
      </ol>
    </section>
  );
}

function Closed({ item, timeZone }: { item: BarCorrection; timeZone: string }) {
  const { state, cause, figures, foundAt, decidedBy, decidedAt, problem, reason } = item;
  const words = CLOSED[state];
  if (!words) return null;
  return (
    <li className="border-b border-line py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="slug text-ink-3">{cause === 'bar' ? 'Bar corrected' : 'Split'}</span>
        <StatusTag tone={words.tone} label={words.label} />
      </p>
      <p className="mt-1">
        {words.says} {state === 'not_possible' ? problem : null}
      </p>
      <CorrectedFigures figures={figures} />
      <Bars item={item} timeZone={timeZone} />
      <p className="mt-1 text-ink-2">
        Found <Time at={foundAt} />
        {decidedBy && decidedAt ? (
          <>
            {' · '}
            {state === 'corrected' ? 'Approved' : 'Dismissed'} by {decidedBy}, <Time at={decidedAt} />
          </>
        ) : null}
      </p>
      {reason ? <p className="mt-1 text-ink-2">“{reason}”</p> : null}
    </li>
  );
}
