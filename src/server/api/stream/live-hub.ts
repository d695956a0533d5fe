import type { Ended } from '#src/db/live.ts';
import type { LiveTopic } from '#src/shared/alerts.ts';

/** Why a stream ended, as its last event says. */
export type EndReason = 'access_ended' | 'too_many_streams';

/** The session or key that opened a stream, `maker` of a key that still has one; null for a visitor of the demo. */
export type StreamOwner = { session: string; user: string } | { key: string; maker: string | null } | null;

type LiveStream = {
  hint: (topic: LiveTopic) => void;
  end: (reason: EndReason) => void;
  /** Checks again whether its reader still has access. */
  recheck: () => void;
};

type Open = { workspaceId: string; owner: StreamOwner; name: string | null; stream: LiveStream };

/** So many streams a person may have open in one process, those of the person's keys included. */
export const STREAMS_MAX = 10;

/** Whose streams are counted together. A key counts as its maker, or twenty keys were two hundred streams. */
function nameOf(owner: StreamOwner): string | null {
  if (!owner) return null;
  if ('user' in owner) return `user ${owner.user}`;
  return owner.maker === null ? `key ${owner.key}` : `user ${owner.maker}`;
}

/** The open streams of this process: passes the hints of the database on to them, and the end of their access. */
export function createLiveHub() {
  // In the order in which they were opened.
  const open = new Set<Open>();
  const inWorkspace = new Map<string, Set<Open>>();

  function remove(entry: Open): void {
    open.delete(entry);
    const ours = inWorkspace.get(entry.workspaceId);
    ours?.delete(entry);
    if (ours?.size === 0) inWorkspace.delete(entry.workspaceId);
  }

  return {
    /** Of more than STREAMS_MAX of one person the oldest ends. @returns takes the stream out again */
    subscribe(workspaceId: string, owner: StreamOwner, stream: LiveStream): () => void {
      const name = nameOf(owner);
      const entry: Open = { workspaceId, owner, name, stream };
      const before = name === null ? [] : [...open].filter((each) => each.name === name);
      for (const oldest of before.slice(0, Math.max(0, before.length + 1 - STREAMS_MAX))) {
        remove(oldest);
        oldest.stream.end('too_many_streams');
      }
      open.add(entry);
      const ours = inWorkspace.get(workspaceId) ?? new Set();
      ours.add(entry);
      inWorkspace.set(workspaceId, ours);
      return () => remove(entry);
    },
    hint(workspaceId: string, topic: LiveTopic): void {
      for (const { stream } of inWorkspace.get(workspaceId) ?? []) stream.hint(topic);
    },
    /** What was kept in mind of the access must be forgotten before. */
    ended(ended: Ended): void {
      for (const { owner, stream } of open) {
        if (!owner) continue;
        if ('session' in ended && 'session' in owner && owner.session === ended.session)
          stream.end('access_ended');
        if ('key' in ended && 'key' in owner && owner.key === ended.key) stream.end('access_ended');
        if ('user' in ended && 'user' in owner && owner.user === ended.user) stream.recheck();
      }
    },
    /** Something may have been missed. */
    resync(): void {
      for (const { stream } of open) stream.hint('resync');
    },
    get size(): number {
      return open.size;
    },
  };
}
export type LiveHub = ReturnType<typeof createLiveHub>;
