import { cx } from './cx.ts';

/** A placeholder for text: give width and height as classes. Announce 'Loading' once for the whole part. */
export function Skeleton({ className, ...marks }: { className: string; 'data-waits'?: boolean }) {
  return (
    <span aria-hidden="true" className={cx('block animate-pulse rounded-xs bg-line', className)} {...marks} />
  );
}
