import type { ReactNode } from 'react';
import type { AlertDetail, AlertState } from '#src/shared/alerts.ts';
import { detectorFace, figureLabel, figureText } from '#src/web/dashboard/lib/detectors.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { barTime } from '#src/web/ui/bar-time.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { BarsTable } from './bars-table.tsx';

const STATES: Readonly<Record<AlertState, string>> = {
  drafted: 'Being written',
  pending_review: 'Waiting for review',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  partly_sent: 'Partly sent',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** One alert: what happened, the text as sent, and what proves it. */
export function AlertView({ alert }: { alert: AlertDetail }) {
  const { title, unit } = detectorFace(alert.detector);
  const { bars, figures, params } = alert.evidence;
  return (
    <article>
      <header className="mt-4 border-b border-line pb-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="slug text-ink-3">
            {alert.symbol} · {title}
          </p>
          {alert.trial ? <Badge>Trial run</Badge> : null}
        </div>
        <h1 className="headline mt-2 max-w-180 text-h2">{alert.subject ?? `${title}: ${alert.symbol}`}</h1>
        <p className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-2 text-sm text-ink-2">
          <span className="text-h3 font-medium">
            <Figure value={alert.value} unit={unit} size={20} />
          </span>
          <span>
            Event of{' '}
            <time dateTime={alert.eventTime}>
              {barTime(alert.eventTime, alert.timeframe, alert.timeZone)}
            </time>
          </span>
          <span>{STATES[alert.state]}</span>
        </p>
      </header>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <section aria-labelledby="as-sent">
          <h2 id="as-sent" className="headline text-h4">
            {alert.state === 'sent' || alert.state === 'partly_sent' ? 'Text as sent' : 'Text'}
          </h2>
          {alert.text === null ? (
            <p className="mt-3 text-base text-ink-2">The text has not been written yet.</p>
          ) : (
            <div className="mt-3 max-w-text border border-line figure bg-raised px-5 py-4 text-sm break-words whitespace-pre-wrap">
              {alert.text}
            </div>
          )}
        </section>
        <section aria-labelledby="evidence">
          <h2 id="evidence" className="headline text-h4">
            Evidence
          </h2>
          <dl className="mt-3 grid border-t border-line text-sm">
            {Object.entries(params).map(([key, value]) => (
              <Row key={key} label={figureLabel(key)}>
                {figureText(key, value, 'param')}
              </Row>
            ))}
            {Object.entries(figures).map(([key, value]) => (
              <Row key={key} label={figureLabel(key)}>
                {figureText(key, value, 'figure')}
              </Row>
            ))}
          </dl>
        </section>
        <BarsTable bars={bars} timeframe={alert.timeframe} timeZone={alert.timeZone} />
      </div>
    </article>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-b border-line py-1.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}
