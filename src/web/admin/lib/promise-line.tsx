import type { OperatorConversation } from '#src/shared/operator.ts';
import { supportMoment } from '#src/shared/support-hours.ts';
import { useNow } from '#src/web/ui/time.tsx';
import { cx } from '#src/web/ui/cx.ts';

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When an answer is promised to who waits, and that their plan has priority support. */
export function PromiseLine({
  promise: { waiting, priority, answerBy },
}: {
  promise: Pick<OperatorConversation, 'waiting' | 'priority' | 'answerBy'>;
}) {
  const now = useNow();
  if (!waiting || answerBy === null) return null;
  const by = Date.parse(answerBy);
  const isLate = by < now;
  return (
    <span className={cx('block text-xs', isLate ? 'text-fault' : 'text-ink-2')}>
      {priority ? <strong className="font-medium">Priority, </strong> : null}
      {isLate ? 'late: promised by ' : 'answer by '}
      {supportMoment(by, now, zone)}
    </span>
  );
}
