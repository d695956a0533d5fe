import type { ChannelKind } from '#src/shared/alerts.ts';
import { cx } from './cx.ts';

/** A channel’s mark, beside its name: it says nothing to a screen reader. */
export const ChannelMark = ({
  kind,
  className,
}: {
  kind: ChannelKind | 'tradingview';
  className?: string;
}) => (
  <svg aria-hidden="true" className={cx('size-5 shrink-0 fill-current text-ink-2', className)}>
    <use href={`/channel-marks.svg#${kind}`} />
  </svg>
);
