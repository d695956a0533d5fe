import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { toString as toQrCode } from 'qrcode';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { audiences, brands, connections, readerBots, reviewChats, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ReaderBot, ReaderBotForm, ReaderBots } from '#src/shared/reader-bots.ts';
import { callOver } from '../channels/call-over.ts';
import type { ChannelDeps, OpenConnection } from '../channels/deps.ts';
import type { ReaderChats } from '../channels/readers.ts';
import { findChannel } from '../channels/registry.ts';
import { callSecret } from '../connections/call-secret.ts';
import { openConnection } from '../connections/open.ts';
import { type CallbackOf, isOrphaned } from '../connections/orphaned.ts';
import { readerLink } from './link.ts';

export type ReaderBotsDeps = Omit<ChannelDeps, 'now'> & {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  publicUrl: string;
  callbackUrl: (of: { workspaceId: string; connectionId: string }) => string;
  callbackOf?: CallbackOf;
  /** What the link of a brand holds. */
  tokenOf: (brandId: string) => string;
};
type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof connections.$inferSelect;

const NONE = 'This brand has no bot for readers.';
const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { details: { field } });

/** The bots that people subscribe with: which brand has which, and the links to them. */
export function createReaderBots(deps: ReaderBotsDeps) {
  const { app, clock, encryptionKey } = deps;
  const channelDeps = (connection: OpenConnection): ChannelDeps => ({
    now: () => clock().getTime(),
    random: deps.random,
    mail: deps.mail,
    call: callOver(deps.call, connection),
  });

  async function shown(tx: Tx, workspaceId: string): Promise<ReaderBot[]> {
    const subscribers = sql<number>`(select count(distinct a.contact_id)::int from addresses a
        join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id and c.deleted_at is null
       where a.workspace_id = ${readerBots.workspaceId} and a.channel = ${connections.channel}
         and a.account = ${readerBots.account} and a.suppressed_at is null
         and exists (select from consents s where s.workspace_id = a.workspace_id and s.contact_id = a.contact_id
                        and s.brand_id = ${readerBots.brandId} and s.channel = a.channel and s.kind = 'given')
         and not exists (select from unsubscriptions u where u.workspace_id = a.workspace_id
                            and u.contact_id = a.contact_id and u.ended_at is null and u.topic is null
                            and (u.brand_id is null or u.brand_id = ${readerBots.brandId})
                            and (u.channel is null or u.channel = a.channel)))`;
    const rows = await tx
      .select({
        brandId: readerBots.brandId,
        brand: brands.name,
        connectionId: connections.id,
        connection: connections.name,
        channel: connections.channel,
        practice: connections.practice,
        bot: readerBots.bot,
        account: readerBots.account,
        audienceId: readerBots.audienceId,
        audience: audiences.name,
        subscribers,
      })
      .from(readerBots)
      .innerJoin(
        brands,
        and(eq(brands.workspaceId, readerBots.workspaceId), eq(brands.id, readerBots.brandId)),
      )
      .innerJoin(
        connections,
        and(eq(connections.workspaceId, readerBots.workspaceId), eq(connections.id, readerBots.connectionId)),
      )
      .leftJoin(
        audiences,
        and(eq(audiences.workspaceId, readerBots.workspaceId), eq(audiences.id, readerBots.audienceId)),
      )
      .where(and(eq(readerBots.workspaceId, workspaceId), isNull(connections.deletedAt)))
      .orderBy(asc(brands.name));
    const bots: ReaderBot[] = [];
    for (const { account: _, ...row } of rows) {
      const url = readerLink(row, deps.tokenOf(row.brandId), deps.publicUrl)?.url ?? '';
      bots.push({ ...row, url, qr: await toQrCode(url, { type: 'svg', margin: 1 }) });
    }
    return bots;
  }

  const able = (rows: readonly Row[]) => rows.filter(({ channel }) => findChannel(channel)?.readers);

  async function open(
    workspaceId: string,
    id: string,
  ): Promise<{ row: Row; connection: OpenConnection; readers: ReaderChats } | null> {
    const [row] = await withTenant(app, workspaceId, (tx) =>
      tx
        .select()
        .from(connections)
        .where(and(eq(connections.id, id), isNull(connections.deletedAt))),
    );
    const readers = row && findChannel(row.channel)?.readers;
    return row && readers ? { row, connection: openConnection(encryptionKey, row), readers } : null;
  }

  /** The provider calls us no more where nothing of the connection needs it. */
  async function endCalls(workspaceId: string, connectionId: string): Promise<void> {
    const isUsed = await withTenant(app, workspaceId, async (tx) => {
      const uses = [
        await tx.$count(readerBots, eq(readerBots.connectionId, connectionId)),
        await tx.$count(reviewChats, eq(reviewChats.connectionId, connectionId)),
      ];
      return uses.some((count) => count > 0);
    });
    const there = isUsed ? null : await open(workspaceId, connectionId);
    const of = { callbackUrl: deps.callbackUrl({ workspaceId, connectionId }) };
    if (there) await there.readers.end(there.connection, of, channelDeps(there.connection));
  }

  /** @throws AppError validation_failed */
  async function check(tx: Tx, { brandId, audienceId }: ReaderBotForm): Promise<string> {
    const [brand] = await tx
      .select({ name: brands.name })
      .from(brands)
      .where(and(eq(brands.id, brandId), isNull(brands.archivedAt)));
    if (!brand) throw invalid('brandId', 'Choose a brand of this workspace.');
    const isList = and(eq(audiences.kind, 'list'), isNull(audiences.deletedAt));
    if (audienceId !== null && (await tx.$count(audiences, and(eq(audiences.id, audienceId), isList))) === 0)
      throw invalid('audienceId', 'Choose a list of this workspace.');
    return brand.name;
  }

  /**
   * A bot calls one address. Over a second connection, its calls would no longer reach the first one's brands.
   * @throws AppError validation_failed
   */
  async function assertOneConnection(tx: Tx, { id, channel }: Row, account: string): Promise<void> {
    const [other] = await tx
      .select({ bot: readerBots.bot, connection: connections.name })
      .from(readerBots)
      .innerJoin(
        connections,
        and(eq(connections.workspaceId, readerBots.workspaceId), eq(connections.id, readerBots.connectionId)),
      )
      .where(
        and(
          eq(readerBots.account, account),
          eq(connections.channel, channel),
          ne(readerBots.connectionId, id),
          isNull(connections.deletedAt),
        ),
      )
      .limit(1);
    if (other)
      throw invalid(
        'connectionId',
        `People subscribe with @${other.bot} over the connection “${other.connection}” already. Choose that one.`,
      );
  }

  return {
    list: (workspaceId: string): Promise<ReaderBots> =>
      withTenant(app, workspaceId, async (tx) => {
        const live = await tx
          .select()
          .from(connections)
          .where(isNull(connections.deletedAt))
          .orderBy(asc(connections.createdAt));
        return {
          items: await shown(tx, workspaceId),
          brands: await tx
            .select({ id: brands.id, name: brands.name })
            .from(brands)
            .where(isNull(brands.archivedAt))
            .orderBy(asc(brands.name)),
          lists: await tx
            .select({ id: audiences.id, name: audiences.name })
            .from(audiences)
            .where(and(eq(audiences.kind, 'list'), isNull(audiences.deletedAt)))
            .orderBy(asc(audiences.name)),
          connections: able(live).map(({ id, name, channel }) => ({ id, name, channel })),
        };
      }),

    /** Lets people subscribe with a bot, which sends them the brand's alerts. @throws AppError validation_failed, connection_refused */
    set: async ({ keepAnswer, ...by }: By, form: ReaderBotForm): Promise<ReaderBot> => {
      const { workspaceId } = by;
      const { brandId, connectionId, audienceId } = form;
      await withTenant(app, workspaceId, (tx) => check(tx, form));
      const there = await open(workspaceId, connectionId);
      if (!there) throw invalid('connectionId', 'Choose a connection whose bot people can write to.');
      const { row, connection, readers } = there;
      // Before the provider is told anything: the calls have to stay where they are.
      await withTenant(app, workspaceId, (tx) => assertOneConnection(tx, row, readers.accountOf(connection)));
      const begun = await readers.begin(
        connection,
        {
          callbackUrl: deps.callbackUrl({ workspaceId, connectionId }),
          secret: callSecret(encryptionKey, connectionId),
          isOrphaned: (url) => isOrphaned(deps, url),
        },
        channelDeps(connection),
      );
      if ('problem' in begun) throw new AppError('connection_refused', begun.problem);
      const { before, made } = await withTenant(app, workspaceId, async (tx) => {
        const at = clock();
        const name = await check(tx, form);
        await assertOneConnection(tx, row, begun.ok.account);
        const isBrand = and(eq(readerBots.workspaceId, workspaceId), eq(readerBots.brandId, brandId));
        const [old] = await tx.select().from(readerBots).where(isBrand).for('update');
        const change = { connectionId, ...begun.ok, audienceId, updatedAt: at };
        await tx
          .insert(readerBots)
          .values({ workspaceId, brandId, ...change, createdAt: at })
          .onConflictDoUpdate({ target: [readerBots.workspaceId, readerBots.brandId], set: change });
        await tx
          .update(connections)
          .set({ account: begun.ok.account })
          .where(eq(connections.id, connectionId));
        await tx
          .insert(senders)
          .values({ workspaceId, brandId, channel: row.channel, connectionId, createdAt: at, updatedAt: at })
          .onConflictDoUpdate({
            target: [senders.workspaceId, senders.brandId, senders.channel],
            set: { connectionId, updatedAt: at },
          });
        await recordActivity(tx, {
          ...by,
          action: 'readers.bot_set',
          subject: name,
          detail: { bot: row.name },
          at,
        });
        const one = (await shown(tx, workspaceId)).find((each) => each.brandId === brandId);
        if (!one) throw new AppError('not_found', NONE);
        await keepAnswer?.(tx, 200, one);
        return { before: old?.connectionId ?? null, made: one };
      });
      if (before !== null && before !== connectionId) await endCalls(workspaceId, before);
      return made;
    },

    /** Ends subscribing with the bot and sending over it. Contacts and their consents stay. @throws AppError not_found */
    remove: async (by: By, brandId: string): Promise<void> => {
      const { workspaceId } = by;
      const connectionId = await withTenant(app, workspaceId, async (tx) => {
        const [brand] = await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, brandId));
        const [gone] = await tx.delete(readerBots).where(eq(readerBots.brandId, brandId)).returning();
        if (!gone) throw new AppError('not_found', NONE);
        await tx
          .delete(senders)
          .where(and(eq(senders.brandId, brandId), eq(senders.connectionId, gone.connectionId)));
        await recordActivity(tx, {
          ...by,
          action: 'readers.bot_removed',
          subject: brand?.name ?? '',
          at: clock(),
        });
        return gone.connectionId;
      });
      await endCalls(workspaceId, connectionId);
    },
  };
}
export type ReaderBotService = ReturnType<typeof createReaderBots>;
