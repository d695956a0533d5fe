import type { LiveTopic } from '#src/shared/alerts.ts';

type Listener = (topic: LiveTopic) => void;

/** Passes the hints of the database on to the open streams of each workspace. */
export function createLiveHub() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    subscribe(workspaceId: string, listener: Listener): () => void {
      const ours = listeners.get(workspaceId) ?? new Set();
      ours.add(listener);
      listeners.set(workspaceId, ours);
      return () => {
        ours.delete(listener);
        if (ours.size === 0) listeners.delete(workspaceId);
      };
    },
    hint(workspaceId: string, topic: LiveTopic): void {
      for (const listener of listeners.get(workspaceId) ?? []) listener(topic);
    },
    resync(): void {
      for (const ours of listeners.values()) for (const listener of ours) listener('resync');
    },
    get size(): number {
      return [...listeners.values()].reduce((sum, ours) => sum + ours.size, 0);
    },
  };
}
export type LiveHub = ReturnType<typeof createLiveHub>;

export const HEARTBEAT_MS = 15_000;

/**
 * One stream of server-sent events: hints to refetch, and a comment every 15 s, at which the reader's right to it is
 * checked again; so it is at every hint that the team has changed, before he hears of it. The stream ends with that
 * right, when the server stops or when the reader leaves.
 */
export function hintStream(options: {
  hub: LiveHub;
  workspaceId: string;
  stop: AbortSignal;
  /** Fails when the session has ended, or the person is no member any more. */
  stillThere: () => Promise<unknown>;
  /** Once, when the stream has ended, whoever ended it. */
  onEnd?: () => void;
}): Response {
  const encoder = new TextEncoder();
  let release = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const write = (text: string): void => {
        if (!open) return;
        // A reader that does not read must not fill the memory: it will resync when it comes back.
        if ((controller.desiredSize ?? 0) < -100) close();
        else controller.enqueue(encoder.encode(text));
      };
      const writeIfThere = (text: string): void => {
        options.stillThere().then(
          () => write(text),
          () => close(),
        );
      };
      const unsubscribe = options.hub.subscribe(options.workspaceId, (topic) => {
        const hint = `event: hint\ndata: ${JSON.stringify({ topic })}\n\n`;
        // Hints may have been missed, too.
        if (topic === 'team' || topic === 'resync') writeIfThere(hint);
        else write(hint);
      });
      const heartbeat = setInterval(() => writeIfThere(': here\n\n'), HEARTBEAT_MS);
      release = () => {
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
        options.onEnd?.();
        options.stop.removeEventListener('abort', close);
      };
      function close(): void {
        if (!open) return;
        release();
        controller.close();
      }
      options.stop.addEventListener('abort', close);
      if (options.stop.aborted) close();
      else write(': connected\n\n');
    },
    // The reader has left: the controller is closed already.
    cancel: () => release(),
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}
