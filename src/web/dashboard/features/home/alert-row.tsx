import { Link } from 'react-router';
import type { RecentAlert } from '#src/shared/alerts.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Figure } from '#src/web/ui/figure.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { CHANNEL_LABELS, STATUS } from './status.ts';

const CELL = 'border-b border-line py-3 align-top';

/** One alert on one channel. The title's link covers the row; on small screens the row is two lines. */
export function AlertRow({ alert, fresh }: { alert: RecentAlert; fresh: boolean }) {
  const { tone, label } = STATUS[alert.state];
  const at = alert.sentAt ?? alert.createdAt;
  return (
    <tr className={cx('relative hover:bg-raised', fresh && 'animate-arrive')}>
      <td className={cx(CELL, 'pr-2')}>
        <Link
          to={`/alerts/${alert.id}`}
          data-row-link
          className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brass"
        >
          {alert.title}
        </Link>
        {alert.trial ? (
          <span className="ml-2">
            <Badge>Trial run</Badge>
          </span>
        ) : null}
        <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-2 md:hidden">
          <span className="figure">{alert.symbol}</span>
          <span>{CHANNEL_LABELS[alert.channel] ?? alert.channel}</span>
          <Time at={at} />
        </div>
        <div className="mt-1 text-xs md:hidden">
          <StatusTag tone={tone} label={label} />
          {alert.reason ? <span className="text-ink-2">: {alert.reason}</span> : null}
        </div>
      </td>
      <td className={cx(CELL, 'figure hidden pl-6 text-ink-2 md:table-cell')}>{alert.symbol}</td>
      <td className={cx(CELL, 'pl-4 text-right md:pl-6')}>
        <Figure value={alert.value} unit={detectorFace(alert.detector).unit} />
      </td>
      <td className={cx(CELL, 'hidden pl-8 text-ink-2 lg:table-cell')}>
        {CHANNEL_LABELS[alert.channel] ?? alert.channel}
      </td>
      <td className={cx(CELL, 'hidden pl-8 whitespace-nowrap text-ink-2 md:table-cell')}>
        <span className="relative z-1">
          <Time at={at} />
        </span>
      </td>
      <td className={cx(CELL, 'hidden pl-8 md:table-cell')}>
        <span className="relative z-1">
          <StatusTag tone={tone} label={label} hint={alert.reason} />
        </span>
      </td>
    </tr>
  );
}
