import { liveTopicSchema, type LiveTopic } from '#src/shared/alerts.ts';
import { authorizedFetch } from '#src/web/lib/api/api.ts';
import { keepLive } from './connection.ts';

/**
 * One live stream per browser, person and workspace, however many tabs: browsers allow six connections to a server.
 * The tab that holds the lock reads the stream and passes every topic on to the others; when it closes, the
 * next tab takes over. Answers the function that ends this tab's part.
 */
export function startLive(
  of: { userId: string; workspaceId: string },
  onTopic: (topic: LiveTopic) => void,
): () => void {
  const name = `bellwire.live.${of.userId}.${of.workspaceId}`;
  const controller = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => {
    const topic = liveTopicSchema.safeParse(data);
    if (topic.success) onTopic(topic.data);
  });

  const lead = () =>
    keepLive(
      {
        open: (signal) =>
          authorizedFetch('/api/v1/stream', { headers: { accept: 'text/event-stream' }, signal }),
        onTopic: (topic) => {
          onTopic(topic);
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
          channel.postMessage(topic);
        },
      },
      controller.signal,
    );
  // Locks need a secure context; without them every tab reads for itself.
  const leading =
    'locks' in navigator ? navigator.locks.request(name, { signal: controller.signal }, lead) : lead();
  leading.catch(() => {
    // Aborted while it was waiting for the lock: this tab has ended its part.
  });

  return () => {
    controller.abort();
    channel.close();
  };
}
