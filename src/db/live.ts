import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type LiveTopic, liveTopicSchema } from '#src/shared/alerts.ts';
import type { Database } from './database.ts';
import { keepConnected } from './kept-connection.ts';

const CHANNEL = 'bellwire_live';
/** Four a second of a topic and workspace at most. */
const COALESCE_MS = 250;
const hintSchema = z.object({ workspaceId: z.uuid(), topic: liveTopicSchema });
/** Notified by database triggers (migration 0017), so that no way to end access is missed. */
const ENDED_CHANNEL = 'bellwire_ended';
const endedSchema = z.union([
  z.object({ session: z.uuid() }),
  z.object({ key: z.uuid() }),
  z.object({ user: z.uuid() }),
]);
/** A session or API key that ended, or a user who was banned or whose memberships changed. */
export type Ended = z.infer<typeof endedSchema>;
type LiveHint = z.infer<typeof hintSchema>;
const VIEWING_CHANNEL = 'bellwire_viewing';
const viewingSchema = z.object({
  workspaceId: z.uuid(),
  alertId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  /** False: they have left it. */
  isThere: z.boolean(),
});
/** Somebody has an alert open, or has left it. It is told to the web processes and stored nowhere. */
export type Viewing = z.infer<typeof viewingSchema>;

/** Makes the function that tells all web processes who looks at an alert. */
export const createViewingNotifier =
  (db: Database) =>
  async (viewing: Viewing): Promise<void> => {
    await db.execute(sql`select pg_notify(${VIEWING_CHANNEL}, ${JSON.stringify(viewing)})`);
  };

/**
 * Makes the function that notifies all web processes of a change in a workspace. Changes of a topic within a
 * quarter of a second are one notification. It's sent outside of the transaction that made the change.
 */
export function createAnnouncer(db: Database, onError: (error: unknown) => void) {
  const waiting = new Map<string, NodeJS.Timeout>();
  return function announce(workspaceId: string, topic: LiveTopic = 'alerts'): void {
    const key = `${workspaceId} ${topic}`;
    if (waiting.has(key)) return;
    const timer = setTimeout(() => {
      waiting.delete(key);
      const hint: LiveHint = { workspaceId, topic };
      db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(hint)})`).catch(onError);
    }, COALESCE_MS);
    timer.unref();
    waiting.set(key, timer);
  };
}

/**
 * Listens for the notifications of all processes. `onResync` is called after a lost connection is back, because some
 * may have been missed. @returns stops listening
 */
export function listenForHints(options: {
  url: string;
  onHint: (hint: LiveHint) => void;
  /** Needed only by callers that cache access. */
  onEnded?: (ended: Ended) => void;
  /** Needed only by callers that show who looks at what. */
  onViewing?: (viewing: Viewing) => void;
  onResync: () => void;
  onError: (error: Error) => void;
}): Promise<() => Promise<void>> {
  return keepConnected({
    url: options.url,
    name: 'bellwire live',
    onError: options.onError,
    onBack: options.onResync,
    setup: async (client) => {
      client.on('notification', (message) => {
        const payload = parseJson(message.payload ?? '');
        if (message.channel === ENDED_CHANNEL) {
          const ended = endedSchema.safeParse(payload);
          if (ended.success) options.onEnded?.(ended.data);
          return;
        }
        if (message.channel === VIEWING_CHANNEL) {
          const viewing = viewingSchema.safeParse(payload);
          if (viewing.success) options.onViewing?.(viewing.data);
          return;
        }
        const parsed = hintSchema.safeParse(payload);
        if (parsed.success) options.onHint(parsed.data);
      });
      await client.query(`listen ${CHANNEL}; listen ${ENDED_CHANNEL}; listen ${VIEWING_CHANNEL}`);
    },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
