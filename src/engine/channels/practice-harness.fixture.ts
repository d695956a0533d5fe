import { createCallProvider } from '#src/platform/net/call.ts';
import type { Mood, PracticeRoom } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { callOver } from './call-over.ts';
import { judged } from './described.fixture.ts';
import type { Channel, OpenConnection, SendDeps } from './channel.ts';
import { practiceConnection } from './practice-connection.ts';
import { type Harness, NOW, type Situation } from './conformance.fixture.ts';

type PracticeHarness = Harness & {
  room: PracticeRoom;
  depsOf: (connection?: Partial<OpenConnection>) => SendDeps;
};

/** The harness of a channel that has a practice provider: the provider answers on loopback. */
export async function practiceHarness(
  channel: Channel,
  {
    waitMs,
    measures = true,
    idOf = (providerMessageId) => providerMessageId,
    calls,
    pictures = {},
  }: {
    waitMs: number | null;
    measures?: boolean;
    /** The id of the practice provider's message, where the channel's is made of more. */
    idOf?: (providerMessageId: string) => string;
    calls?: Harness['calls'];
    /** The bytes of pictures that `deps.picture` finds, by hash. */
    pictures?: Readonly<Record<string, Uint8Array>>;
  },
): Promise<PracticeHarness> {
  const provider = await channel.practice?.();
  if (!provider) throw new Error(`${channel.title} has no practice provider.`);
  let mood: Mood = 'takes';
  let arrived = 0;
  const room = memoryRoom(
    () => NOW,
    () => mood,
  );
  const counting: PracticeRoom = {
    ...room,
    keep: async (message) => {
      const before = await room.messages(message.kind, message.place);
      if (!before.some(({ id }) => id === message.id)) arrived += 1;
      await room.keep(message);
    },
  };
  const server = await startPractice({ providers: [provider], room: counting });
  const gone = await startPractice({ providers: [], room });
  await gone.stop();
  const connection = practiceConnection(channel, provider);
  const place = provider.account.place?.address ?? '';

  const depsAt =
    (practiceUrl: string) =>
    (change: Partial<OpenConnection> = {}): SendDeps => {
      const used = { ...connection, ...change };
      const call = judged(
        channel.kind,
        createCallProvider({ allowPrivate: false, agent: 'Test', now: () => NOW, practiceUrl }),
      );
      return {
        connection: used,
        sender: { brandName: 'Harbor', settings: {}, secrets: {} },
        mail: {
          from: 'noreply@bellwire.example',
          transport: () => {
            throw new Error('This channel sends no mail.');
          },
        },
        call: callOver(call, used),
        picture: async (hash) => pictures[hash] ?? null,
        now: () => NOW,
        random: () => 0.5,
      };
    };

  return {
    room: counting,
    depsOf: depsAt(server.url),
    waitMs,
    measures,
    arrived: () => arrived,
    shows: async ({ providerMessageId }) => {
      const all = await room.messages(channel.kind);
      return all.find(({ id }) => id === idOf(providerMessageId))?.text ?? null;
    },
    ...(calls && { calls }),
    set: (situation: Situation) => {
      mood = situation === 'unreachable' ? 'takes' : situation;
      return { address: place, deps: depsAt(situation === 'unreachable' ? gone.url : server.url)() };
    },
    stop: server.stop,
  };
}
