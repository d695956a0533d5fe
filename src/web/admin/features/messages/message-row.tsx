import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { OperatorMessage } from '#src/shared/operator.ts';
import { PromiseLine } from '#src/web/admin/lib/promise-line.tsx';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Time } from '#src/web/ui/time.tsx';

const KIND = { contact: 'Contact', sales: 'Sales', feedback: 'Feedback', mailed: 'Email' } as const;

/** One line; opened, what was written. All of it is text. */
export function MessageRow({
  message,
  busy,
  onHandled,
}: {
  message: OperatorMessage;
  busy: boolean;
  onHandled: (handled: boolean) => void;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const handled = message.handledAt !== null;
  const reply = `mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`;
  return (
    <li className="border-b border-line">
      <button
        type="button"
        data-row-link
        aria-expanded={open}
        aria-controls={id}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-3 text-left hover:bg-raised lg:grid-cols-[1rem_6rem_minmax(0,2fr)_minmax(0,3fr)_7rem]"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={cx('self-center text-ink-3', open && 'rotate-90')}
        />
        <span className="slug hidden text-ink-2 lg:inline">{KIND[message.kind]}</span>
        <span className="truncate">
          <span className={cx(!handled && 'font-medium')}>{message.name}</span>{' '}
          <span className="hidden text-ink-2 sm:inline">{message.email}</span>
        </span>
        <span className="order-last col-span-2 col-start-2 truncate text-ink-2 lg:order-none lg:col-span-1 lg:col-start-auto">
          {message.subject}
        </span>
        <span className="text-right text-ink-2">
          <Time at={message.createdAt} />
        </span>
        {!handled && message.answerBy !== null ? (
          <span className="order-last col-span-2 col-start-2 lg:col-span-4">
            <PromiseLine promise={{ ...message, waiting: true }} />
          </span>
        ) : null}
      </button>
      <div id={id} hidden={!open} className="pt-1 pb-6 pl-7">
        <p className="slug text-ink-3 lg:hidden">{KIND[message.kind]}</p>
        <p className="slug pt-1 text-ink-3">
          {message.kind === 'mailed'
            ? 'Added by an operator'
            : message.mailedAt
              ? 'Emailed to the team'
              : 'Not emailed yet'}
          {message.handledBy ? `, handled by ${message.handledBy}` : ''}
        </p>
        <p className="mt-3 max-w-text text-base whitespace-pre-wrap wrap-anywhere">{message.message}</p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            variant={handled ? 'secondary' : 'primary'}
            busy={busy}
            onClick={() => onHandled(!handled)}
          >
            {handled ? 'Mark as unhandled' : 'Mark as handled'}
          </Button>
          <a className={buttonClass('secondary', 'sm')} href={reply}>
            Reply by email
          </a>
          {message.workspaceId ? (
            <Link className="link px-1 py-2" to={`/accounts/${message.workspaceId}`}>
              Workspace
            </Link>
          ) : null}
        </div>
      </div>
    </li>
  );
}
