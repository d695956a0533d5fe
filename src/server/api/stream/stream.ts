import { AppError } from '#src/shared/errors.ts';
import type { EndReason, LiveHub, StreamOwner } from './live-hub.ts';

const HEARTBEAT_MS = 15_000;
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/**
 * One stream of server-sent events: hints to refetch, and a comment every 15 s, at which the reader's right to it is
 * checked again; so it is at every hint that the team has changed, before that hint is sent. The stream ends, with the
 * reason as its last event, with that right or when its owner has opened too many; and without one when the server stops
 * or when the reader leaves.
 */
export function hintStream(options: {
  hub: LiveHub;
  workspaceId: string;
  owner: StreamOwner;
  stop: AbortSignal;
  /** Fails with an AppError when the session or key has ended, or the person is no member any more. */
  stillThere: () => Promise<unknown>;
  /** Called once, when the stream has ended for any reason. */
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
      const event = (name: string, data: object): void =>
        write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      const end = (reason: EndReason): void => {
        event('end', { reason });
        close();
      };
      const ifThere = (then: () => void): void => {
        options.stillThere().then(then, (error: unknown) => {
          // The check itself failed: the client reconnects and is checked then.
          if (error instanceof AppError) end('access_ended');
          else close();
        });
      };
      const unsubscribe = options.hub.subscribe(options.workspaceId, options.owner, {
        hint: (topic) => {
          // Hints may have been missed, too.
          if (topic === 'team' || topic === 'resync') ifThere(() => event('hint', { topic }));
          else event('hint', { topic });
        },
        end,
        recheck: () => ifThere(() => undefined),
      });
      const heartbeat = setInterval(() => ifThere(() => write(': here\n\n')), HEARTBEAT_MS);
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
  return new Response(body, { headers: STREAM_HEADERS });
}
