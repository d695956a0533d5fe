import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { readerBots } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ReaderAct, ReaderReply } from '#src/shared/reader-bots.ts';
import type { ChannelCall } from '../channels/callback.ts';
import { callOver } from '../channels/call-over.ts';
import type { Channel } from '../channels/channel.ts';
import type { ChannelDeps, OpenConnection } from '../channels/deps.ts';
import { callSecret } from '../connections/call-secret.ts';
import type { ChatTaken } from '../connections/callbacks.ts';

type Bot = {
  workspaceId: string;
  connectionId: string;
  channel: ChannelKind;
  account: string;
  addressOf: (chat: string) => string;
};
type Deps = Omit<ChannelDeps, 'now'> & {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  acts: (bot: Bot, act: ReaderAct) => Promise<ReaderReply | null>;
};
type Of = { workspaceId: string; channel: Channel; connection: OpenConnection };

/** Takes a provider's call about what a person did in their own chat with a brand's bot. */
export function createReaderCalls({ app, clock, encryptionKey, acts, ...channelDeps }: Deps) {
  /**
   * @returns what the provider is to hear; null for a call that is about something else
   * @throws CallRefused where it isn't the provider's
   */
  return async ({ workspaceId, channel, connection }: Of, call: ChannelCall): Promise<ChatTaken> => {
    const { readers } = channel;
    if (!readers) return null;
    const connectionId = connection.id;
    const [known] = await withTenant(app, workspaceId, (tx) =>
      tx
        .select({ account: readerBots.account })
        .from(readerBots)
        .where(and(eq(readerBots.workspaceId, workspaceId), eq(readerBots.connectionId, connectionId)))
        .limit(1),
    );
    if (!known) return null;
    const came = readers.read(call, connection, callSecret(encryptionKey, connectionId));
    if (came === null) return { passed: true };
    const { account } = known;
    const addressOf = (chat: string): string => readers.addressOf(account, chat);
    const reply = await acts(
      { workspaceId, connectionId, channel: channel.kind, account, addressOf },
      came.act,
    );
    if (reply === null) return {};
    const deps = {
      ...channelDeps,
      now: () => clock().getTime(),
      call: callOver(channelDeps.call, connection),
    };
    const answer = await readers.reply(reply, came, connection, deps);
    return answer ? { answer } : {};
  };
}
