import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { AlertPlan } from '#src/shared/composed.ts';
import { localWords } from '#src/web/dashboard/lib/alert/plan.ts';
import { Comments } from '#src/web/dashboard/lib/comments/comments.tsx';
import { MuteLine } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { PlanActions } from '#src/web/dashboard/lib/alert/plan-actions.tsx';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { barTime } from '#src/web/ui/bar-time.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { AiLabel, CountryDisclosures } from '#src/web/dashboard/lib/alert/country-disclosures.tsx';
import { AsSent } from './as-sent.tsx';
import { BarCorrections, ClosedBarCorrections } from './bar-corrections.tsx';
import { BarsTable } from './bars-table.tsx';
import { Deliveries } from './deliveries.tsx';
import { Downloads } from './downloads.tsx';
import { EvidenceFacts } from '#src/web/dashboard/lib/alert/evidence.tsx';
import { Pictures } from './pictures.tsx';
import { PriceChart } from '#src/web/dashboard/lib/alert/price-chart.tsx';
import { recordQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { EventHistory } from './event-history.tsx';
import { FollowUps } from './follow-ups.tsx';
import { PublicPages } from './public-pages.tsx';
import { Reach } from '#src/web/dashboard/lib/alert/reach.tsx';
import { Reactions } from './reactions.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { Timeline } from './timeline.tsx';
import { Writers } from './writers.tsx';
import { WrittenBy } from '#src/web/dashboard/lib/alert/written-by.tsx';

/** One alert: what happened, the text as sent, and what proves it. */
export function AlertView({ alert }: { alert: AlertDetail }) {
  const { title, unit } = detectorFace(alert.detector);
  const { evidence } = alert;
  const isOpen = 'until' in evidence && evidence.until !== undefined;
  const record = useQuery(recordQuery(alert.id));
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
          {alert.value === null || alert.written ? null : (
            <span className="text-h3 font-medium">
              <Figure value={alert.value} unit={unit} size={20} />
            </span>
          )}
          <span>
            Event of{' '}
            <time dateTime={alert.eventTime}>
              {barTime(alert.eventTime, isOpen ? null : alert.timeframe, alert.timeZone)}
            </time>
            {isOpen ? ', with its bar still open' : ''}
          </span>
          <StatusTag {...ALERT_STATUS[alert.state]} />
        </p>
        {alert.written ? <WrittenBy written={alert.written} /> : null}
        {isDemo() || alert.trial ? null : <Mutes alert={alert} />}
        {alert.written?.plan ? <Planned alert={alert} plan={alert.written.plan} /> : null}
      </header>
      <BarCorrections alert={alert} />
      {alert.state === 'pending_review' && !isDemo() ? <ReviewPanel id={alert.id} /> : null}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10">
          {'said' in evidence ? null : <PriceChart alert={alert} />}
          {record.data?.chartProblem ? (
            <p className="flex items-start gap-2 border-t border-line pt-3 text-sm text-fault">
              <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                This alert has no chart. {record.data.chartProblem}
              </span>
            </p>
          ) : null}
          {record.data ? (
            <>
              <AsSent
                variants={record.data.variants}
                sent={alert.state === 'sent' || alert.state === 'partly_sent'}
              />
              <AiLabel label={record.data.aiLabel} waits={alert.state === 'pending_review'} />
              <CountryDisclosures disclosures={record.data.disclosures} />
              <Writers writers={record.data.writers} />
            </>
          ) : record.error ? (
            <ErrorState
              title="The sent messages couldn’t be loaded"
              text={record.error.message}
              onRetry={() => void record.refetch()}
            />
          ) : (
            <Skeleton className="h-100 w-full" />
          )}
          {isDemo() ? null : <Comments alertId={alert.id} />}
          <Pictures id={alert.id} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10">
          <EvidenceFacts alert={alert} />
          {alert.history && alert.timeframe ? (
            <EventHistory history={alert.history} timeframe={alert.timeframe} timeZone={alert.timeZone} />
          ) : null}
          <FollowUps id={alert.id} />
          <ClosedBarCorrections alert={alert} />
          <PublicPages id={alert.id} />
          <Reach id={alert.id} />
          {record.data?.repeatsHeld ? (
            <p className="-mt-6 text-sm text-ink-2">
              Repeats of its rule that were held before it:{' '}
              <Link
                to={`/alerts?state=withheld${alert.rule ? `&rule=${alert.rule.id}` : ''}`}
                className="figure underline"
              >
                {formatNumber(record.data.repeatsHeld)}
              </Link>
            </p>
          ) : null}
          {record.data ? (
            <>
              <Deliveries
                id={alert.id}
                counts={record.data.deliveries}
                recipientsDeleted={record.data.recipientsDeleted}
              />
              <Timeline steps={record.data.steps} />
              <Downloads alert={alert} />
              <Reactions id={alert.id} />
            </>
          ) : null}
        </div>
        {'said' in evidence || alert.timeframe === null ? null : (
          <BarsTable bars={evidence.bars} timeframe={alert.timeframe} timeZone={alert.timeZone} />
        )}
      </div>
    </article>
  );
}

/** Whether more of its rule or symbol is sent, and how that is changed. */
function Mutes({ alert: { rule, symbol, evidence } }: { alert: AlertDetail }) {
  return (
    <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
      {'said' in evidence ? null : (
        <MuteLine what={{ kind: 'symbol', target: symbol, name: symbol }} label={`Mute ${symbol}`} />
      )}
      {rule ? (
        <MuteLine what={{ kind: 'rule', target: rule.id, name: rule.name }} label="Mute this rule" />
      ) : null}
    </div>
  );
}

/** When it goes out, and how that is changed. */
function Planned({ alert: { id, subject, symbol }, plan }: { alert: AlertDetail; plan: AlertPlan }) {
  return (
    <section aria-label="Plan" className="mt-4 border-l-2 border-rule pl-4 text-sm">
      <p>
        Planned for <time dateTime={plan.sendAt}>{localWords(plan.local)}</time> (
        {plan.timeZone.replaceAll('_', ' ')})
      </p>
      {isDemo() ? null : <PlanActions id={id} title={subject ?? symbol} plan={plan} />}
    </section>
  );
}
