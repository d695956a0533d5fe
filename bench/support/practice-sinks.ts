/**
 * Every practice provider on loopback, in a process of its own. It reports when the first message of an alert is at each,
 * and each is healthy, hangs or is slow as the bench asks.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { channels } from '#src/engine/channels/registry.ts';
import type { PracticeRoom } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';

export type FromSinks =
  | { url: string; hosts: Readonly<Record<string, readonly string[]>> }
  | { arrived: string; at: number };
/**
 * The next alert: which kinds of channels hang, and which answer after `slowMs`. What providers remember of the last one,
 * which may read alike, is forgotten. Without `hanging`, what hung is answered.
 */
export type ToSinks = { hanging: readonly string[]; slow: readonly string[]; slowMs: number };

const say = (message: FromSinks): void => void process.send?.(message);
const memory = memoryRoom(Date.now, () => 'takes');
const kinds = new Set<string>(channels().map(({ kind }) => kind));
const arrived = new Set<string>();
const room: PracticeRoom = {
  ...memory,
  keep: async (message) => {
    if (kinds.has(message.kind) && !arrived.has(message.kind)) {
      arrived.add(message.kind);
      say({ arrived: message.kind, at: performance.timeOrigin + performance.now() });
    }
    await memory.keep(message);
  },
};

let asked: ToSinks = { hanging: [], slow: [], slowMs: 0 };
let heal = Promise.withResolvers<void>();
process.on('message', (next: ToSinks) => {
  asked = next;
  heal.resolve();
  heal = Promise.withResolvers();
  arrived.clear();
  void forgetMessages();
});
async function forgetMessages(): Promise<void> {
  for (const kind of kinds) for (const message of await memory.messages(kind)) await memory.forget(message);
}

const providers = await Promise.all(channels().flatMap(({ practice }) => practice?.() ?? []));
const { url } = await startPractice({
  providers: providers.map((provider) => ({
    ...provider,
    serve: async (call) => {
      if (asked.hanging.includes(provider.kind)) await heal.promise;
      else if (asked.slow.includes(provider.kind)) await sleep(asked.slowMs);
      return provider.serve(call, room);
    },
  })),
  room,
});
say({ url, hosts: Object.fromEntries(providers.map(({ kind, hosts }) => [kind, hosts])) });
process.on('disconnect', () => process.exit());
