import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { newClientId } from '#src/shared/client-id.ts';
import { chatUnreadQuery, markSeen, postMessage, showStored, threadQuery } from './queries.ts';
import { linesOf } from '#src/web/lib/chat/lines.ts';
import type { Pending, Unsent } from '#src/web/lib/chat/unsent.ts';

/** The conversation with what is on its way, oldest first, and what can be done in it. */
export function useThread(unsent: Unsent) {
  const queries = useQueryClient();
  const thread = useInfiniteQuery(threadQuery);
  const kept = useSyncExternalStore(unsent.subscribe, unsent.get);
  const stored = thread.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = linesOf(stored, kept.pending, 'person');
  const unread = thread.data?.pages[0]?.unread ?? 0;
  const newest = stored[0]?.id;
  const visible = useVisible();
  useEffect(() => {
    if (!visible || unread === 0 || newest === undefined) return;
    markSeen(newest).then(
      () => queries.invalidateQueries({ queryKey: chatUnreadQuery.queryKey }),
      // Sent again with the next answer.
      () => undefined,
    );
  }, [visible, unread, newest, queries]);

  async function post(message: { clientId: string; text: string }): Promise<void> {
    try {
      showStored(queries, await postMessage(message));
      unsent.remove(message.clientId);
    } catch {
      unsent.fail(message.clientId);
    }
  }

  return {
    lines,
    draft: kept.draft,
    thread,
    type: unsent.type,
    send(text: string): void {
      const message = { clientId: newClientId(), text };
      unsent.add({ ...message, at: new Date().toISOString() });
      void post(message);
    },
    retry(pending: Pending): void {
      unsent.retry(pending.clientId);
      void post({ clientId: pending.clientId, text: pending.text });
    },
    /** Back into the field, where it can be changed. */
    takeBack(pending: Pending): void {
      unsent.remove(pending.clientId);
      unsent.type(kept.draft === '' ? pending.text : `${pending.text}\n${kept.draft}`);
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
