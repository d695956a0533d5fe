import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatAuthor, ChatMessage } from '#src/shared/chat.ts';
import { newClientId } from '#src/shared/client-id.ts';
import { chatUnreadQuery, markSeen, postMessage, showStored, threadQuery } from './queries.ts';
import type { Outbox, Pending } from './outbox.ts';

/** What a line of the conversation shows: a stored message, or one on its way. */
export type Line = (ChatMessage & { state: 'sent' }) | (Pending & { author: ChatAuthor; name: string });

/** What is stored (newest first) and what is on its way, oldest first; what is stored meanwhile stands there once. */
export function linesOf(
  newestFirst: readonly ChatMessage[],
  pending: readonly Pending[],
  author: ChatAuthor,
): Line[] {
  const known = new Set(newestFirst.map(({ clientId }) => clientId));
  return [
    ...newestFirst.toReversed().map((message) => ({ ...message, state: 'sent' as const })),
    ...pending.filter(({ clientId }) => !known.has(clientId)).map((each) => ({ ...each, author, name: '' })),
  ];
}

/** The conversation with what is on its way, oldest first, and what can be done in it. */
export function useThread(outbox: Outbox) {
  const queries = useQueryClient();
  const thread = useInfiniteQuery(threadQuery);
  const kept = useSyncExternalStore(outbox.subscribe, outbox.get);
  const stored = thread.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = linesOf(stored, kept.pending, 'person');
  const unread = thread.data?.pages[0]?.unread ?? 0;
  const newest = stored[0]?.id;
  const visible = useVisible();
  useEffect(() => {
    if (!visible || unread === 0 || newest === undefined) return;
    markSeen(newest).then(
      () => queries.invalidateQueries({ queryKey: chatUnreadQuery.queryKey }),
      // Said again with the next answer.
      () => undefined,
    );
  }, [visible, unread, newest, queries]);

  async function post(message: { clientId: string; text: string }): Promise<void> {
    try {
      showStored(queries, await postMessage(message));
      outbox.remove(message.clientId);
    } catch {
      outbox.fail(message.clientId);
    }
  }

  return {
    lines,
    draft: kept.draft,
    thread,
    type: outbox.type,
    send(text: string): void {
      const message = { clientId: newClientId(), text };
      outbox.add({ ...message, at: new Date().toISOString() });
      void post(message);
    },
    retry(pending: Pending): void {
      outbox.retry(pending.clientId);
      void post({ clientId: pending.clientId, text: pending.text });
    },
    /** Back into the field, where it can be changed. */
    takeBack(pending: Pending): void {
      outbox.remove(pending.clientId);
      outbox.type(kept.draft === '' ? pending.text : `${pending.text}\n${kept.draft}`);
    },
  };
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
