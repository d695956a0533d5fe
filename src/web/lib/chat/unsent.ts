import * as z from 'zod/mini';

/** A message that the server hasn't confirmed. */
const pendingSchema = z.object({
  clientId: z.string(),
  text: z.string(),
  at: z.string(),
  state: z.enum(['sending', 'failed']),
});
export type Pending = z.infer<typeof pendingSchema>;
const keptSchema = z.object({ draft: z.string(), pending: z.array(pendingSchema) });
export type Kept = z.infer<typeof keptSchema>;

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NOTHING: Kept = { draft: '', pending: [] };

/**
 * What was typed and what is being sent, kept for as long as the tab lives: closing the panel, a reload and a server
 * that doesn't answer lose nothing. What was being sent when the page was left counts as failed; sent again it is the
 * same message.
 */
export function createUnsent(store: Store, key: string) {
  let kept = interrupted(read(store, key));
  const listeners = new Set<() => void>();

  function set(next: Kept): void {
    kept = next;
    try {
      if (next.draft === '' && next.pending.length === 0) store.removeItem(key);
      else store.setItem(key, JSON.stringify(next));
    } catch {
      // A storage that is full or blocked: it is kept in memory.
    }
    for (const listener of listeners) listener();
  }
  const change = (clientId: string, how: (each: Pending) => Pending | null): void =>
    set({
      ...kept,
      pending: kept.pending.flatMap((each) => (each.clientId === clientId ? (how(each) ?? []) : [each])),
    });

  return {
    get: (): Kept => kept,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type: (draft: string): void => set({ ...kept, draft }),
    /** The draft becomes a message on its way. */
    add: (message: Pick<Pending, 'clientId' | 'text' | 'at'>): void =>
      set({ draft: '', pending: [...kept.pending, { ...message, state: 'sending' }] }),
    retry: (clientId: string): void => change(clientId, (each) => ({ ...each, state: 'sending' })),
    fail: (clientId: string): void => change(clientId, (each) => ({ ...each, state: 'failed' })),
    remove: (clientId: string): void => change(clientId, () => null),
  };
}
export type Unsent = ReturnType<typeof createUnsent>;

function read(store: Store, key: string): Kept {
  try {
    const kept = keptSchema.safeParse(JSON.parse(store.getItem(key) ?? 'null'));
    return kept.success ? kept.data : NOTHING;
  } catch {
    return NOTHING;
  }
}

const interrupted = ({ draft, pending }: Kept): Kept => ({
  draft,
  pending: pending.map((each) => ({ ...each, state: 'failed' })),
});

const byConversation = new Map<string, Unsent>();

/** The one of a conversation: a person's in a workspace, or one that an operator answers. */
export function unsentOf(conversation: string): Unsent {
  const key = `bellwire.chat.${conversation}`;
  const known = byConversation.get(key) ?? createUnsent(sessionStorage, key);
  byConversation.set(key, known);
  return known;
}
