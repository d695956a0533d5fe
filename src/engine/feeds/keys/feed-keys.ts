import { eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { feedKeys, feedWatches, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { violates } from '#src/db/violates.ts';
import type { By } from '#src/engine/changed-by.ts';
import type { Announce } from '#src/engine/enqueue.ts';
import { askKeyed } from '#src/engine/exchanges/reach-keyed.ts';
import type { Credentials, Refusal } from '#src/engine/exchanges/live/keyed.ts';
import { KEYED } from '#src/engine/exchanges/keyed-registry.ts';
import { RestError } from '#src/engine/exchanges/live/rest.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type FeedKey,
  type FeedKeyCheck,
  type FeedKeyForm,
  findMarketData,
  ownFeedOf,
  planOf,
  type ProviderId,
  shownFeed,
} from '#src/shared/market-data.ts';
import type { OwnDeps } from './own-reaches.ts';
import { fingerprintOf, hintOf, openCredentials, sealCredentials } from './sealed-key.ts';

type FeedKeyDeps = OwnDeps & {
  announce: Announce;
  clock: Clock;
  /** Whether a key, by its fingerprint, is the operator's already. */
  isOperatorKey?: (fingerprint: string) => boolean;
};
type Row = typeof feedKeys.$inferSelect;

const invalid = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field } });
const noKey = (provider: ProviderId): AppError =>
  new AppError('not_found', `There is no key for ${findMarketData(provider).title}.`);

/** The keys with which a workspace uses sources of market data. A key itself is never returned. */
export function createFeedKeys(deps: FeedKeyDeps) {
  const { app, system, encryptionKey, clock } = deps;

  async function ask(provider: ProviderId, credentials: Credentials, plan: string): Promise<Refusal | null> {
    const source = KEYED[provider];
    try {
      return await source.check(askKeyed(provider, credentials, { ...deps, plan }), plan, credentials);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      const { title } = source.provider;
      throw new AppError(
        'feed_unreachable',
        `The key can’t be checked: ${title} can’t be reached (${error.message}). Try again later.`,
      );
    }
  }

  async function shown(tx: Tx, row: Row): Promise<FeedKey> {
    const provider = findMarketData(row.provider);
    const plan = planOf(provider, row.plan);
    const feed = ownFeedOf(row.provider, row.workspaceId);
    return {
      provider: row.provider,
      title: provider.title,
      feed: shownFeed(feed),
      hint: row.hint,
      plan: plan.id,
      extended: row.extended,
      delayMinutes: plan.delayMinutes,
      symbols: { used: await watchedOf(tx, feed), limit: plan.symbols },
      license: provider.license,
      connectedAt: row.connectedAt.toISOString(),
      checkedAt: row.checkedAt.toISOString(),
    };
  }

  return {
    list: (workspaceId: string): Promise<FeedKey[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx.select().from(feedKeys).orderBy(feedKeys.provider);
        return Promise.all(rows.map((row) => shown(tx, row)));
      }),

    /** Connects a source, or replaces its key, after the source was asked whether the key works. @throws AppError validation_failed, feed_unreachable */
    connect: async (by: By, form: FeedKeyForm): Promise<FeedKey> => {
      const { workspaceId } = by;
      const { provider } = form;
      const about = findMarketData(provider);
      const credentials = { keyId: form.keyId ?? '', secret: form.secret };
      if (about.fields.some(({ name }) => name === 'keyId') && credentials.keyId === '')
        throw invalid('keyId', 'Enter the key ID.');
      if (form.plan !== undefined && !about.plans.some(({ id }) => id === form.plan))
        throw invalid('plan', `Choose one of ${about.plans.map(({ id }) => id).join(', ')}.`);
      const fingerprint = fingerprintOf(encryptionKey, provider, credentials);
      if (deps.isOperatorKey?.(fingerprint))
        throw invalid(
          about.fields[0]?.name ?? 'secret',
          `This key is the operator’s, and ${about.title} allows one connection for each key. Watch symbols of its feed without a key, or use another one.`,
        );
      const plan = planOf(about, form.plan ?? '');
      const refusal = await ask(provider, credentials, plan.id);
      if (refusal) throw invalid(refusal.field, refusal.says);
      const at = clock();
      const changed = {
        sealed: sealCredentials(encryptionKey, { workspaceId, provider }, credentials),
        fingerprint,
        hint: hintOf(credentials),
        plan: plan.id,
        extended: about.hasExtended && form.extended === true,
        checkedAt: at,
        updatedAt: at,
      };
      const done = await withTenant(app, workspaceId, async (tx) => {
        const had = await tx.$count(feedKeys, eq(feedKeys.provider, provider));
        const [row] = await tx
          .insert(feedKeys)
          .values({ workspaceId, provider, connectedAt: at, ...changed })
          .onConflictDoUpdate({ target: [feedKeys.workspaceId, feedKeys.provider], set: changed })
          .returning();
        if (!row) throw new Error('A key that was just stored is not there.');
        const action = had > 0 ? 'feed_key.replaced' : 'feed_key.connected';
        await recordActivity(tx, { ...by, action, subject: about.title, at });
        return shown(tx, row);
      }).catch((error: unknown) => {
        if (!violates(error, 'feed_keys_fingerprint_key')) throw error;
        throw invalid(
          about.fields[0]?.name ?? 'secret',
          `This key is connected in another workspace, and ${about.title} allows one connection for each key. Use another one here.`,
        );
      });
      await system
        .update(instruments)
        .set({ delayMinutes: plan.delayMinutes })
        .where(eq(instruments.feed, ownFeedOf(provider, workspaceId)));
      deps.announce(workspaceId, 'feeds');
      return done;
    },

    /** Asks the source whether the kept key works. @throws AppError not_found, feed_unreachable */
    check: async (workspaceId: string, provider: ProviderId): Promise<FeedKeyCheck> => {
      const [row] = await withTenant(app, workspaceId, (tx) =>
        tx.select().from(feedKeys).where(eq(feedKeys.provider, provider)),
      );
      if (!row) throw noKey(provider);
      const credentials = openCredentials(encryptionKey, row);
      if (!credentials)
        return { works: false, says: 'The key can no longer be decrypted. Replace it by a new one.' };
      const refusal = await ask(provider, credentials, row.plan);
      if (refusal) return { works: false, says: refusal.says };
      await withTenant(app, workspaceId, (tx) =>
        tx.update(feedKeys).set({ checkedAt: clock() }).where(eq(feedKeys.provider, provider)),
      );
      deps.announce(workspaceId, 'feeds');
      return { works: true, says: `${findMarketData(provider).title} accepts the key.` };
    },

    /** Removes a key and leaves its symbols. Their bars and alerts stay. @throws AppError not_found */
    remove: async (by: By, provider: ProviderId): Promise<void> => {
      const { workspaceId } = by;
      await withTenant(app, workspaceId, async (tx) => {
        const gone = await tx.delete(feedKeys).where(eq(feedKeys.provider, provider)).returning();
        if (gone.length === 0) throw noKey(provider);
        const ofFeed = tx
          .select({ id: instruments.id })
          .from(instruments)
          .where(eq(instruments.feed, ownFeedOf(provider, workspaceId)));
        await tx.delete(feedWatches).where(inArray(feedWatches.instrumentId, ofFeed));
        const subject = findMarketData(provider).title;
        await recordActivity(tx, { ...by, action: 'feed_key.removed', subject, at: clock() });
      });
      deps.announce(workspaceId, 'feeds');
    },
  };
}
export type FeedKeys = ReturnType<typeof createFeedKeys>;

/** How many symbols of a feed the workspace in sight watches, or needs for active rules. */
async function watchedOf(tx: Tx, feed: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from instruments i
     where i.feed = ${feed} and (
       exists (select from feed_watches w where w.instrument_id = i.id)
       or exists (select from rules r where r.instrument_id = i.id and r.state = 'active'))`);
  return rows[0]?.count ?? 0;
}
