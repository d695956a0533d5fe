import { CircleAlert } from 'lucide-react';
import { cx } from '#src/web/ui/cx.ts';
import { formatExact } from '#src/web/ui/format.ts';
import type { Pending } from './unsent.ts';
import type { Line } from '#src/web/lib/chat/lines.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** One message; the reader's own are on the right. All of it is plain text, URLs as well. */
export function MessageLine({
  line,
  name,
  mine,
  onRetry,
  onTakeBack,
}: {
  line: Line;
  name: string;
  mine: boolean;
  onRetry: (pending: Pending) => void;
  onTakeBack: (pending: Pending) => void;
}) {
  const at = Date.parse(line.state === 'sent' ? line.createdAt : line.at);
  return (
    <li className={cx('max-w-[88%]', mine ? 'ml-auto' : 'mr-auto border-l border-rule pl-3')}>
      <p className={cx('slug text-ink-3', mine && 'text-right')}>
        {name}{' '}
        {line.state === 'sent' ? (
          <time dateTime={line.createdAt} title={formatExact(at)}>
            {clock.format(at)}
          </time>
        ) : null}
      </p>
      <p
        className={cx(
          'mt-1 text-base whitespace-pre-wrap wrap-anywhere',
          mine && 'rounded-sm bg-sunk px-3 py-2',
          line.state === 'sending' && 'text-ink-2',
        )}
      >
        {line.text}
      </p>
      {line.state === 'sending' ? <p className="mt-1 text-right text-xs text-ink-3">Sending...</p> : null}
      {line.state === 'failed' ? (
        <div className="mt-1 flex flex-wrap items-center justify-end gap-x-4 text-sm">
          <span role="alert" className="inline-flex items-center gap-1.5 text-fault">
            <CircleAlert size={14} aria-hidden="true" />
            Not sent
          </span>
          <button type="button" className="link py-1 pointer-coarse:py-3" onClick={() => onRetry(line)}>
            Try again
          </button>
          <button type="button" className="link py-1 pointer-coarse:py-3" onClick={() => onTakeBack(line)}>
            Edit
          </button>
        </div>
      ) : null}
    </li>
  );
}
