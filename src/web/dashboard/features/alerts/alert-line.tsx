import { Link } from 'react-router';
import type { AlertItem } from '#src/shared/alert-list.ts';
import { alertStatus } from '#src/web/dashboard/lib/alert-state.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
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
/** The badge beside it shows this already. */
const TRIAL_PREFIX = /^Trial run: /;

/** The cells of one alert; on small screens all but the figure stand in the first. The row around them is relative. */
export function AlertLine({ alert }: { alert: AlertItem }) {
  const { tone, label } = alertStatus(alert);
  const event = barTime(alert.eventTime, alert.timeframe, alert.timeZone);
  const channels = alert.channels.map(useChannelTitle()).join(', ');
  return (
    <>
      <td className={cx(CELL, 'pr-2')}>
        <span className="flex items-baseline gap-2">
          <Link to={`/alerts/${alert.id}`} data-row-link className={cx(ROW_NAME, 'min-w-0 xl:truncate')}>
            {alert.trial ? alert.title.replace(TRIAL_PREFIX, '') : alert.title}
          </Link>
          {alert.trial ? (
            <span className="hidden shrink-0 xl:inline">
              <Badge>Trial run</Badge>
            </span>
          ) : null}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2 xl:hidden">
          <span className="figure">{alert.symbol}</span>
          <time className="figure" dateTime={alert.eventTime}>
            {event}
          </time>
          <Time at={alert.createdAt} />
          {alert.trial ? <Badge>Trial run</Badge> : null}
        </span>
        {alert.writtenBy === null ? null : (
          <span className="mt-1 block text-xs text-ink-2">Written by {alert.writtenBy}</span>
        )}
        <span className="mt-1.5 block text-xs xl:hidden">
          <StatusTag tone={tone} label={label} />
          {alert.reason ? <span className="ml-5 block text-ink-2">{alert.reason}</span> : null}
        </span>
      </td>
      <td className={cx(CELL, 'pl-2 text-right')}>
        {alert.value === null || alert.writtenBy !== null ? null : (
          <Figure value={alert.value} unit={detectorFace(alert.detector).unit} />
        )}
      </td>
      <td className={cx(CELL, WIDE, 'figure truncate pr-2 pl-6')} title={alert.symbol}>
        {alert.symbol}
      </td>
      <td className={cx(CELL, WIDE, 'figure')}>
        <time dateTime={alert.eventTime}>{event}</time>
      </td>
      <td className={cx(CELL, 'hidden truncate text-ink-2 2xl:table-cell')}>{channels || '–'}</td>
      <td className={cx(CELL, WIDE, 'whitespace-nowrap')}>
        <span className="relative z-1">
          <Time at={alert.createdAt} />
        </span>
      </td>
      <td className={cx(CELL, 'hidden xl:table-cell')}>
        <span className="relative z-1">
          <StatusTag tone={tone} label={label} hint={alert.reason} />
        </span>
      </td>
    </>
  );
}
