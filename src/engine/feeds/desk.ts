import { and, count, eq, ne, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { feedHealth, latestHappenings, listQuarantine, listWatches } from '#src/db/queries/feeds.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import { feedWatches, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { decimalText, parseDecimal } from '#src/shared/decimal.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Feeds,
  type FeedWatch,
  type FeedWatchForm,
  IMPORT_FEED,
  type QuarantinePage,
  type QuarantineReason,
  WATCHES_MAX,
} from '#src/shared/feeds.ts';
import type { Announce } from '../enqueue.ts';
import { askInTurn } from './ask-in-turn.ts';
import { createImportDesk, type ImportDesk } from './import/desk.ts';
import type { Exchange, Get, Listing } from './live/exchange.ts';
import { fullSentence, roomOf } from './live/live-feed.ts';
import { watchedInstruments } from './live/live-store.ts';
import { RestError } from './live/rest.ts';

const HAPPENINGS = 12;
const CURRENCY = /^[A-Z]{3,5}$/;

export type FeedDesk = ImportDesk & {
  feeds: (workspaceId: string) => Promise<Feeds>;
  watches: (workspaceId: string) => Promise<FeedWatch[]>;
  /** @throws AppError validation_failed, feed_unreachable, feed_full */
  watch: (by: { workspaceId: string; actor: Actor }, form: FeedWatchForm) => Promise<FeedWatch>;
  /** @throws AppError not_found */
  unwatch: (by: { workspaceId: string; actor: Actor }, instrumentId: string) => Promise<void>;
  /** @throws AppError validation_failed for a feed there is not */
  quarantine: (
    workspaceId: string,
    filter: { feed: string | null; reason: QuarantineReason | null; after: Cursor | null; limit: number },
  ) => Promise<QuarantinePage>;
};

const invalid = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field } });

/** When an exchange that says so may be asked again. */
const againIn = ({ retryAfterMs }: RestError): string => {
  if (retryAfterMs === null) return '';
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 120 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${minutes} minutes`;
  return ` It may be asked again in ${time}.`;
};

/** What people see of the feeds, and which symbols they choose. */
export function createFeedDesk(deps: {
  app: Database;
  system: Database;
  reached: readonly { exchange: Exchange; get: Get }[];
  announce: Announce;
  clock: Clock;
}): FeedDesk {
  const { app, system, reached } = deps;
  const names = reached.map(({ exchange }) => exchange.name);
  const asked = reached.map((reach) => ({ ...reach, inTurn: askInTurn(reach.exchange.askEveryMs) }));

  async function listingOf(
    { exchange, get, inTurn }: (typeof asked)[number],
    symbol: string,
  ): Promise<Listing> {
    const { title } = exchange;
    if (!exchange.symbol.pattern.test(symbol))
      throw invalid(
        'symbol',
        `“${symbol}” is no symbol of ${title}: they look like ${exchange.symbol.example}.`,
      );
    let listing: Listing | null;
    try {
      listing = await inTurn(() => exchange.listing(get, symbol));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      // So some of them answer for what they do not know.
      if (error.status !== 400 && error.status !== 404)
        throw new AppError(
          'feed_unreachable',
          `${title} could not be asked about ${symbol}: ${error.message}.${againIn(error)}`,
        );
      listing = null;
    }
    if (!listing) throw invalid('symbol', `${title} knows no ${symbol}.`);
    if (!CURRENCY.test(listing.currency))
      throw invalid(
        'symbol',
        `${symbol} is priced in ${listing.currency || 'no currency'}, which cannot be watched yet.`,
      );
    return listing;
  }

  async function instrumentOf(exchange: Exchange, listing: Listing): Promise<string> {
    const { symbol } = listing;
    const step = parseDecimal(listing.tickSize.slice(0, 40));
    // Binance writes 0.01000000.
    const tickSize = step && decimalText(step);
    const ofFeed = and(eq(instruments.feed, exchange.name), eq(instruments.feedSymbol, symbol));
    await system
      .insert(instruments)
      .values({
        id: newId(),
        symbol: exchange.simulated ? symbol : `${exchange.name.toUpperCase()}:${symbol}`,
        name: listing.name.slice(0, 200),
        currency: listing.currency,
        timeZone: 'UTC',
        createdAt: deps.clock(),
        exchange: exchange.title,
        tickSize,
        session: 'crypto',
        simulated: exchange.simulated,
        feed: exchange.name,
        feedSymbol: symbol,
      })
      .onConflictDoNothing();
    // An exchange may change the step of a price: what it says now is what is so.
    const [row] = await system
      .update(instruments)
      .set({ tickSize: sql`coalesce(${tickSize}, ${instruments.tickSize})` })
      .where(ofFeed)
      .returning({ id: instruments.id });
    if (!row) throw new Error(`The instrument ${exchange.name} ${symbol} was not made.`);
    return row.id;
  }

  /** What is watched already takes no more room. */
  async function assertRoom(tx: Tx, { feed, symbol }: FeedWatchForm): Promise<void> {
    const [others] = await tx
      .select({ watched: count() })
      .from(feedWatches)
      .innerJoin(instruments, eq(instruments.id, feedWatches.instrumentId))
      .where(or(ne(instruments.feed, feed), ne(instruments.feedSymbol, symbol)));
    if ((others?.watched ?? 0) >= WATCHES_MAX)
      throw invalid('symbol', `${WATCHES_MAX} symbols are the limit. Leave one to watch another.`);
  }

  /** So many symbols are told in all, whoever watches them. */
  async function assertTold(exchange: Exchange, symbol: string): Promise<void> {
    const room = roomOf(exchange);
    if (room === Infinity) return;
    const watched = await watchedInstruments(system, exchange.name);
    if (watched.length >= room && !watched.some((each) => each.symbol === symbol))
      throw new AppError(
        'feed_full',
        `${fullSentence(exchange)} ${symbol} can be watched when one of them is left.`,
      );
  }

  return {
    ...createImportDesk(deps),
    feeds: (workspaceId) =>
      withTenant(app, workspaceId, async (tx) => {
        const health = new Map((await feedHealth(tx, names, deps.clock())).map((each) => [each.name, each]));
        const items = reached.map(({ exchange: { name, title, simulated, symbol } }) => ({
          ...(health.get(name) ?? RESTING),
          name,
          title,
          simulated,
          example: symbol.example,
        }));
        return { items, happenings: await latestHappenings(tx, names, HAPPENINGS) };
      }),
    watches: (workspaceId) => withTenant(app, workspaceId, (tx) => listWatches(tx)),
    watch: async ({ workspaceId, actor }, form) => {
      const reach = asked.find(({ exchange }) => exchange.name === form.feed);
      if (!reach)
        throw invalid(
          'feed',
          `There is no feed “${form.feed}” here; there is ${names.join(', ') || 'none'}.`,
        );
      await withTenant(app, workspaceId, (tx) => assertRoom(tx, form));
      await assertTold(reach.exchange, form.symbol);
      const instrumentId = await instrumentOf(reach.exchange, await listingOf(reach, form.symbol));
      const watch = await withTenant(app, workspaceId, async (tx) => {
        // Counted and added by one at a time.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`watches ${workspaceId}`}, 0))`);
        await assertRoom(tx, form);
        const at = deps.clock();
        const made = await tx
          .insert(feedWatches)
          .values({ workspaceId, instrumentId, createdAt: at })
          .onConflictDoNothing()
          .returning({ id: feedWatches.instrumentId });
        const [row] = await listWatches(tx, instrumentId);
        if (made.length > 0 && row)
          await recordActivity(tx, {
            workspaceId,
            actor,
            action: 'feed.watched',
            subject: row.instrument,
            at,
          });
        return row;
      });
      if (!watch) throw new Error('A watch that was just made is not there.');
      deps.announce(workspaceId, 'feeds');
      return watch;
    },
    unwatch: async ({ workspaceId, actor }, instrumentId) => {
      await withTenant(app, workspaceId, async (tx) => {
        const [row] = await listWatches(tx, instrumentId);
        if (!row) throw new AppError('not_found', 'That symbol is not watched.');
        await tx.delete(feedWatches).where(eq(feedWatches.instrumentId, instrumentId));
        const at = deps.clock();
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'feed.unwatched',
          subject: row.instrument,
          at,
        });
      });
      deps.announce(workspaceId, 'feeds');
    },
    quarantine: (workspaceId, { feed, ...filter }) => {
      const all = [...names, IMPORT_FEED];
      if (feed !== null && !all.includes(feed))
        throw invalid('feed', `There is no feed “${feed}” here; there is ${names.join(', ') || 'none'}.`);
      return withTenant(app, workspaceId, (tx) =>
        listQuarantine(tx, { ...filter, feeds: feed === null ? all : [feed] }),
      );
    },
  };
}

/** A feed that nobody has needed yet. */
const RESTING = {
  state: 'resting' as const,
  problem: null,
  since: null,
  lastMessageAt: null,
  lagMs: null,
  silent: [],
  counts: { ticks: 0, repeated: 0, filled: 0, lost: 0, late: 0, quarantined: 0, connects: 0, silences: 0 },
};
