import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { CallRefused, type ChannelCall, type Received } from '../channels/callback.ts';
import type { Channel, OpenConnection } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';
import { takeReceipts } from '../delivery/receipts.ts';
import type { Announce } from '../enqueue.ts';
import { openConnection } from './open.ts';

type Of = { workspaceId: string; connectionId: string };

/**
 * What the provider is to hear. `passed`: the call is the provider's, and was none of this one's business. Null: it wasn't
 * looked at, or is about something else than chats.
 */
export type ChatTaken = (Pick<Received, 'answer'> & { passed?: true }) | null;

/**
 * Takes what providers report of messages that went out over a connection. The channel itself verifies each call; what a
 * call says holds for messages of its own workspace and channel only.
 */
export function createCallbacks(deps: {
  app: Database;
  announce: Announce;
  encryptionKey: Buffer;
  /** They take what people did in a chat, one after the other, until one has. */
  takeChatCalls: readonly ((
    of: { workspaceId: string; channel: Channel; connection: OpenConnection },
    call: ChannelCall,
  ) => Promise<ChatTaken>)[];
}) {
  const isIt = ({ connectionId }: Of) => and(eq(connections.id, connectionId), isNull(connections.deletedAt));

  const noteRefusal = (of: Of, reason: string): Promise<unknown> =>
    withTenant(deps.app, of.workspaceId, (tx) =>
      tx
        .update(connections)
        .set({ callProblem: reason.slice(0, 500) })
        .where(isIt(of)),
    );

  return {
    /**
     * @returns what the provider is to hear; null where the connection is gone, or its channel takes no calls
     * @throws CallRefused where the call isn't the provider's: nothing of it is believed
     */
    take: async (of: Of, call: ChannelCall): Promise<Pick<Received, 'answer'> | null> => {
      const { workspaceId, connectionId } = of;
      const [row] = await withTenant(deps.app, workspaceId, (tx) =>
        tx.select().from(connections).where(isIt(of)),
      );
      const channel = row && findChannel(row.channel);
      if (!row || !channel) return null;
      const connection = openConnection(deps.encryptionKey, row);
      const refused = async (error: unknown): Promise<never> => {
        if (error instanceof CallRefused) await noteRefusal(of, error.message);
        throw error;
      };
      let inChat: ChatTaken = null;
      for (const takeChatCall of deps.takeChatCalls) {
        if (inChat && !inChat.passed) break;
        inChat = (await takeChatCall({ workspaceId, channel, connection }, call).catch(refused)) ?? inChat;
      }
      if (inChat !== null && row.callProblem !== null)
        await withTenant(deps.app, workspaceId, (tx) =>
          tx.update(connections).set({ callProblem: null }).where(isIt(of)),
        );
      if (inChat !== null || !channel.receive) return inChat;
      const received = await channel.receive(call, connection).catch(refused);
      const { alertIds } = await withTenant(deps.app, workspaceId, async (tx) => {
        await tx.update(connections).set({ calledAt: call.now, callProblem: null }).where(isIt(of));
        const on = { workspaceId, connectionId, channel: row.channel };
        return takeReceipts(tx, on, received.events, call.now);
      });
      if (alertIds.length > 0) deps.announce(workspaceId);
      return received.answer ? { answer: received.answer } : {};
    },
  };
}
export type Callbacks = ReturnType<typeof createCallbacks>;
