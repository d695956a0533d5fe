import type { Database } from '#src/db/database.ts';
import { reviewChats } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { eq } from 'drizzle-orm';
import type { Clock } from '#src/shared/clock.ts';
import type { ChannelCall } from '../channels/callback.ts';
import { callOver } from '../channels/call-over.ts';
import type { Channel } from '../channels/channel.ts';
import type { ChannelDeps, OpenConnection } from '../channels/deps.ts';
import type { ChatActs } from './acts.ts';
import { callSecret } from '../connections/call-secret.ts';
import type { ChatTaken } from '../connections/callbacks.ts';

type Deps = Omit<ChannelDeps, 'now'> & {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  acts: ChatActs;
};
type Of = { workspaceId: string; channel: Channel; connection: OpenConnection };

/** Takes a provider's call about what people did in a chat, where the connection asks people to decide. */
export function createChatCalls({ app, clock, encryptionKey, acts, ...channelDeps }: Deps) {
  /**
   * @returns what the provider is to hear; null for a call that is about something else
   * @throws CallRefused where it isn't the provider's
   */
  return async ({ workspaceId, channel, connection }: Of, call: ChannelCall): Promise<ChatTaken> => {
    const { review } = channel;
    if (!review) return null;
    const of = { workspaceId, connectionId: connection.id, channelTitle: channel.title };
    const isOn = await withTenant(app, workspaceId, (tx) =>
      tx.$count(reviewChats, eq(reviewChats.connectionId, connection.id)),
    );
    if (isOn === 0) return null;
    const came = review.read(call, connection, callSecret(encryptionKey, connection.id));
    if (came === null) return null;
    const { act } = came;
    const usual = came.answer ? { answer: came.answer } : {};
    // What is none of a request's may be a reader's.
    const others = came.answer ? usual : { passed: true as const };
    if (act === null) return others;
    const reply = await acts.act(of, act);
    if (reply === null) return others;
    const deps = {
      now: () => clock().getTime(),
      ...channelDeps,
      call: callOver(channelDeps.call, connection),
    };
    const sent = await review.reply(reply, { act, context: came.context }, connection, deps);
    if (sent.prompt !== undefined && 'asks' in reply)
      await acts.prompted(of, act.user.id, reply.key, sent.prompt);
    return sent.answer ? { answer: sent.answer } : usual;
  };
}
export type ChatCalls = ReturnType<typeof createChatCalls>;
