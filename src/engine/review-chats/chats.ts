import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { chatIdentities, connections, destinations, readerBots, reviewChats } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Person } from '#src/shared/approving-person.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ChatLink, ReviewChat, ReviewChatForm } from '#src/shared/review-chats.ts';
import { callOver } from '../channels/call-over.ts';
import type { ChannelDeps, OpenConnection } from '../channels/deps.ts';
import { findChannel } from '../channels/registry.ts';
import type { ReviewChat as Capability } from '../channels/review.ts';
import { callSecret } from '../connections/call-secret.ts';
import { openConnection } from '../connections/open.ts';
import { type CallbackOf, isOrphaned } from '../connections/orphaned.ts';
import { makeCode } from './codes.ts';

export type ReviewChatsDeps = Omit<ChannelDeps, 'now'> & {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  callbackUrl: (of: { workspaceId: string; connectionId: string }) => string;
  callbackOf?: CallbackOf;
};
type By = { workspaceId: string; actor: Actor };
export type OpenChat = { id: string; title: string; linkHint: string };
type Row = typeof connections.$inferSelect;
type Setting = typeof reviewChats.$inferSelect;
type Identity = typeof chatIdentities.$inferSelect;

const NONE = 'There is no such connection, or it can’t ask people to decide.';

/** Bots that ask people in a chat to decide: which of a workspace's connections do, and who is who there. */
export function createReviewChats(deps: ReviewChatsDeps) {
  const { app, clock, encryptionKey } = deps;
  const channelDeps = (connection: OpenConnection): ChannelDeps => ({
    now: () => clock().getTime(),
    random: deps.random,
    mail: deps.mail,
    call: callOver(deps.call, connection),
  });

  const list = (workspaceId: string, userId: string): Promise<ReviewChat[]> =>
    withTenant(app, workspaceId, async (tx) => {
      const rows = await tx
        .select({ connection: connections, setting: reviewChats, identity: chatIdentities })
        .from(connections)
        .leftJoin(reviewChats, eq(reviewChats.connectionId, connections.id))
        .leftJoin(
          chatIdentities,
          and(eq(chatIdentities.connectionId, connections.id), eq(chatIdentities.userId, userId)),
        )
        .where(isNull(connections.deletedAt))
        .orderBy(asc(connections.createdAt), asc(connections.id));
      const able = rows.filter(({ connection }) => findChannel(connection.channel)?.review !== undefined);
      const shown: ReviewChat[] = [];
      for (const { connection, setting, identity } of able)
        shown.push(await show(tx, connection, setting, identity));
      return shown;
    });

  async function show(
    tx: Tx,
    connection: Row,
    setting: Setting | null,
    identity: Identity | null,
  ): Promise<ReviewChat> {
    const places = await tx
      .select({ name: destinations.name, address: destinations.address })
      .from(destinations)
      .where(and(eq(destinations.connectionId, connection.id), isNull(destinations.deletedAt)))
      .orderBy(asc(destinations.createdAt));
    const { id: connectionId, workspaceId, channel, name, practice } = connection;
    const review = findChannel(channel)?.review;
    return {
      connectionId,
      channel,
      name,
      practice,
      on: setting !== null,
      place: setting?.place ?? null,
      places,
      // A practice account needs nothing set up.
      steps: practice ? [] : [...(review?.steps ?? [])],
      linkHint: review?.linkHint ?? '',
      callbackUrl: deps.callbackUrl({ workspaceId, connectionId }),
      you: identity && {
        name: identity.name,
        asks: identity.asks,
        linkedAt: identity.linkedAt.toISOString(),
      },
    };
  }

  const one = async (workspaceId: string, userId: string, id: string): Promise<ReviewChat> => {
    const found = (await list(workspaceId, userId)).find(({ connectionId }) => connectionId === id);
    if (!found) throw new AppError('not_found', NONE);
    return found;
  };

  async function open(
    workspaceId: string,
    id: string,
  ): Promise<{ connection: OpenConnection; review: Capability; name: string; kind: string }> {
    const [row] = await withTenant(app, workspaceId, (tx) =>
      tx
        .select()
        .from(connections)
        .where(and(eq(connections.id, id), isNull(connections.deletedAt))),
    );
    const review = row && findChannel(row.channel)?.review;
    if (!row || !review) throw new AppError('not_found', NONE);
    return { connection: openConnection(encryptionKey, row), review, name: row.name, kind: row.channel };
  }

  const hasReaders = async (workspaceId: string, id: string): Promise<boolean> =>
    (await withTenant(app, workspaceId, (tx) => tx.$count(readerBots, eq(readerBots.connectionId, id)))) > 0;

  return {
    list,

    /** Turns it on or off, and chooses the chat for everyone. @throws AppError not_found, connection_refused, validation_failed */
    set: async (
      by: By & { userId: string },
      id: string,
      { on, place }: ReviewChatForm,
    ): Promise<ReviewChat> => {
      const { workspaceId } = by;
      const { connection, review, name } = await open(workspaceId, id);
      const known = await one(workspaceId, by.userId, id);
      if (place !== null && !known.places.some(({ address }) => address === place))
        throw new AppError('validation_failed', 'Choose one of the places of this connection.', {
          details: { field: 'place' },
        });
      const begun = on
        ? await review.begin(
            connection,
            {
              callbackUrl: known.callbackUrl,
              secret: callSecret(encryptionKey, id),
              isOrphaned: (url) => isOrphaned(deps, url),
            },
            channelDeps(connection),
          )
        : null;
      if (begun && 'problem' in begun) throw new AppError('connection_refused', begun.problem);
      // Readers may need the calls still.
      if (!on && known.on && !(await hasReaders(workspaceId, id)))
        await review.end(connection, known, channelDeps(connection));
      await withTenant(app, workspaceId, async (tx) => {
        const now = clock();
        if (begun)
          await tx
            .insert(reviewChats)
            .values({ workspaceId, connectionId: id, bot: begun.ok.bot, place, createdAt: now })
            .onConflictDoUpdate({
              target: [reviewChats.workspaceId, reviewChats.connectionId],
              set: { bot: begun.ok.bot, place },
            });
        else await tx.delete(reviewChats).where(eq(reviewChats.connectionId, id));
        if (on !== known.on)
          await recordActivity(tx, { ...by, action: on ? 'chat.on' : 'chat.off', subject: name, at: now });
      });
      return one(workspaceId, by.userId, id);
    },

    /** A code that links the person who enters it in the chat. @throws AppError not_found */
    link: async (workspaceId: string, who: Person, id: string): Promise<ChatLink> => {
      const { review, connection, kind } = await open(workspaceId, id);
      return withTenant(app, workspaceId, async (tx) => {
        const [setting] = await tx.select().from(reviewChats).where(eq(reviewChats.connectionId, id));
        if (!setting) throw new AppError('not_found', 'This chat is turned off.');
        const { code, expiresAt } = await makeCode(tx, { workspaceId, connectionId: id }, who, clock());
        const url = connection.practice
          ? `/dev/outbox/messages/${kind}?code=${code}`
          : (review.linkUrl?.(setting.bot, code) ?? null);
        return { code, url, expiresAt: expiresAt.toISOString() };
      });
    },

    /** Chats that are on, for somebody without an account: where they can be linked, and how. */
    open: (workspaceId: string): Promise<OpenChat[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx
          .select({ connection: connections })
          .from(reviewChats)
          .innerJoin(connections, eq(connections.id, reviewChats.connectionId))
          .where(isNull(connections.deletedAt))
          .orderBy(asc(connections.createdAt));
        return rows.flatMap(({ connection: { id, channel } }) => {
          const known = findChannel(channel);
          return known?.review ? [{ id, title: known.title, linkHint: known.review.linkHint }] : [];
        });
      }),

    /** Whether requests come there. @throws AppError not_found */
    choose: async (workspaceId: string, userId: string, id: string, asks: boolean): Promise<ReviewChat> => {
      const changed = await withTenant(app, workspaceId, (tx) =>
        tx
          .update(chatIdentities)
          .set({ asks })
          .where(and(eq(chatIdentities.connectionId, id), eq(chatIdentities.userId, userId)))
          .returning(),
      );
      if (changed.length === 0) throw new AppError('not_found', 'You aren’t linked there.');
      return one(workspaceId, userId, id);
    },

    /** Whoever has the account in the chat is nobody here from now on. @throws AppError not_found */
    unlink: (by: By & { userId: string }, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [gone] = await tx
          .delete(chatIdentities)
          .where(and(eq(chatIdentities.connectionId, id), eq(chatIdentities.userId, by.userId)))
          .returning();
        if (!gone) throw new AppError('not_found', 'You aren’t linked there.');
        await recordActivity(tx, { ...by, action: 'chat.unlinked', subject: gone.name, at: clock() });
      }),
  };
}
export type ReviewChats = ReturnType<typeof createReviewChats>;
