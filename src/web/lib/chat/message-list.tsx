import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ChatAuthor } from '#src/shared/chat.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { type Paged, ShowMore } from '#src/web/ui/show-more.tsx';
import { MessageLine } from './message-line.tsx';
import type { Pending } from './unsent.ts';
import type { Line } from '#src/web/lib/chat/lines.ts';

/** Closer to the end than this, what comes new is scrolled to. */
const NEAR_PX = 120;
const dayOf = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });

type Thread = Paged & Pick<UseInfiniteQueryResult, 'isPending' | 'refetch'>;

/** The messages, oldest first. It opens at the end, and stays there while new ones come in. */
export function MessageList({
  lines,
  thread,
  nameOf,
  mine,
  beginning,
  onRetry,
  onTakeBack,
}: {
  lines: readonly Line[];
  thread: Thread;
  /** The author, as shown above the message. */
  nameOf: (line: Line) => string;
  /** Whose messages are on the right. */
  mine: ChatAuthor;
  /** Shown before the first message. */
  beginning: ReactNode;
  onRetry: (pending: Pending) => void;
  onTakeBack: (pending: Pending) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first: '', height: 0, atEnd: true });
  const first = lines[0]?.clientId ?? '';
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { first: was, height, atEnd } = before.current;
    // Earlier messages came in above: keep what is being read in place.
    if (was !== '' && was !== first && !atEnd) element.scrollTop += element.scrollHeight - height;
    else if (atEnd || lines.at(-1)?.state === 'sending') element.scrollTop = element.scrollHeight;
    before.current = { ...before.current, first, height: element.scrollHeight };
  }, [lines, first]);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    before.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
  };

  return (
    // Scrolled by keyboard as well.
    <div
      ref={box}
      role="log"
      aria-label="Conversation"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={onScroll}
      className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4 outline-offset-[-2px]"
    >
      {thread.isPending ? (
        <Loading />
      ) : thread.data === undefined ? (
        <ErrorState
          title="The conversation couldn’t be loaded"
          text={thread.error?.message ?? ''}
          onRetry={() => void thread.refetch()}
        />
      ) : lines.length === 0 ? (
        beginning
      ) : (
        <>
          <ShowMore list={thread} label="Show what was said before" className="mb-4" />
          <ol className="grid gap-4">
            {lines.map((line, at) => {
              const day = dayOf.format(Date.parse(timeOf(line)));
              const previous = lines[at - 1];
              const isNew = !previous || dayOf.format(Date.parse(timeOf(previous))) !== day;
              return (
                <Fragment key={line.clientId}>
                  {isNew ? (
                    <li className="slug flex items-center gap-3 text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
                      {day}
                    </li>
                  ) : null}
                  <MessageLine
                    line={line}
                    name={nameOf(line)}
                    mine={line.author === mine}
                    onRetry={onRetry}
                    onTakeBack={onTakeBack}
                  />
                </Fragment>
              );
            })}
          </ol>
        </>
      )}
    </div>
  );
}

const timeOf = (line: Line): string => (line.state === 'sent' ? line.createdAt : line.at);

function Loading() {
  return (
    <div className="grid gap-4">
      <output className="sr-only">Loading...</output>
      <Skeleton className="ml-auto h-12 w-56 max-w-full" />
      <Skeleton className="h-3.5 w-64 max-w-full" />
      <Skeleton className="h-3.5 w-40 max-w-full" />
    </div>
  );
}
