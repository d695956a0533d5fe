import { Link } from 'react-router';
import type { RecentAlert } from '#src/shared/alerts.ts';
import { plainChannelTitle } from '#src/web/lib/channel-title.ts';
import { RECENT_STATUS } from '#src/web/dashboard/lib/delivery-state.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { barTime } from '#src/web/ui/bar-time.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ROW_NAME } from '#src/web/ui/row-link.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';

const CELL = 'border-b border-line py-3 align-top xl:py-2.5';
const WIDE = 'hidden text-ink-2 xl:table-cell';

/** One alert on one channel. The title's link covers the row; on small screens the row is two lines. */
export function AlertRow({ alert, fresh }: { alert: RecentAlert; fresh: boolean }) {
  const { tone, label } = RECENT_STATUS[alert.state];
  const at = alert.sentAt ?? alert.createdAt;
  const channel = alert.channel === null ? '–' : plainChannelTitle(alert.channel);
  // Recorded data is replayed too: the event's day is shown beside the alert's time.
  const event = barTime(alert.eventTime, alert.timeframe, alert.timeZone);
  return (
    <tr className="group relative isolate">
      <td className={cx(CELL, 'pr-2')}>
        <Link
          to={`/alerts/${alert.id}`}
          data-row-link
          className={cx(ROW_NAME, fresh && 'before:animate-arrive')}
        >
          {alert.title}
        </Link>
        {alert.trial ? (
          <span className="ml-2 hidden xl:inline">
            <Badge>Trial run</Badge>
          </span>
        ) : null}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2 xl:hidden">
          <span className="figure">{alert.symbol}</span>
          <time className="figure" dateTime={alert.eventTime}>
            {event}
          </time>
          <span>{channel}</span>
          <Time at={at} />
          {alert.trial ? <Badge>Trial run</Badge> : null}
        </div>
        <div className="mt-1.5 text-xs xl:hidden">
          <StatusTag tone={tone} label={label} />
          {alert.reason ? <p className="ml-5 text-ink-2">{alert.reason}</p> : null}
        </div>
      </td>
      <td className={cx(CELL, 'pl-2 text-right')}>
        {alert.value === null ? null : (
          <Figure value={alert.value} unit={detectorFace(alert.detector).unit} />
        )}
      </td>
      <td className={cx(CELL, WIDE, 'figure truncate pr-2 pl-6')}>{alert.symbol}</td>
      <td className={cx(CELL, WIDE, 'figure')}>
        <time dateTime={alert.eventTime}>{event}</time>
      </td>
      <td className={cx(CELL, 'hidden text-ink-2 2xl:table-cell')}>{channel}</td>
      <td className={cx(CELL, WIDE, 'whitespace-nowrap')}>
        <span className="relative z-1">
          <Time at={at} />
        </span>
      </td>
      <td className={cx(CELL, WIDE)}>
        <span className="relative z-1">
          <StatusTag tone={tone} label={label} hint={alert.reason} />
        </span>
      </td>
    </tr>
  );
}
