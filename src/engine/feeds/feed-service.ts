import { and, count, eq, ne, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
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
  type Feed,
  type Feeds,
  type FeedWatch,
  type FeedWatchForm,
  IMPORT_FEED,
  type QuarantinePage,
  type QuarantineReason,
  WATCHES_MAX,
} from '#src/shared/feeds.ts';
import type { Announce } from '../enqueue.ts';
import { askInTurn } from '../exchanges/live/ask-in-turn.ts';
import { createImportService, type ImportService } from '../market/import/import-service.ts';
import type { Exchange, Get, Listing } from '../exchanges/live/exchange.ts';
import { fullSentence, roomOf } from '../exchanges/live/live-feed.ts';
import { watchedInstruments } from '../runner/live/live-store.ts';
import { RestError } from '../exchanges/live/rest.ts';
import { findListed, type Listed, tryText } from './find-listed.ts';

const HISTORY_ENTRIES = 12;
const CURRENCY = /^[A-Z]{3,5}$/;

export type FeedService = ImportService & {
  feeds: (workspaceId: string) => Promise<Feeds>;
  /** How each feed is, for those who run the installation. */
  health: () => Promise<Feed[]>;
  watches: (workspaceId: string) => Promise<FeedWatch[]>;
  /** @throws AppError validation_failed, feed_unreachable, feed_full */
  watch: (by: { workspaceId: string; actor: Actor }, form: FeedWatchForm) => Promise<FeedWatch>;
  /** @throws AppError not_found */
  unwatch: (by: { workspaceId: string; actor: Actor }, instrumentId: string) => Promise<void>;
  /** @throws AppError validation_failed for an unknown feed */
  quarantine: (
    workspaceId: string,
    filter: { feed: string | null; reason: QuarantineReason | null; after: Cursor | null; limit: number },
  ) => Promise<QuarantinePage>;
};

const invalid = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field } });

/** When an exchange that asked us to wait may be asked again, as a sentence for users. */
const againIn = ({ retryAfterMs }: RestError): string => {
  if (retryAfterMs === null) return '';
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 120 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${minutes} minutes`;
  return ` It may be asked again in ${time}.`;
};

/** The feeds as users see them, and the symbols they watch. */
export function createFeedService(deps: {
  app: Database;
  system: Database;
  reached: readonly { exchange: Exchange; get: Get }[];
  announce: Announce;
  clock: Clock;
}): FeedService {
  const { app, system, reached } = deps;
  const names = reached.map(({ exchange }) => exchange.name);
  const asked = reached.map((reach) => ({ ...reach, inTurn: askInTurn(reach.exchange.askEveryMs) }));
  const find = findListed(
    asked.map(({ exchange, get, inTurn }) => ({
      exchange,
      ask: (symbol) => inTurn(() => exchange.listing(get, symbol)),
    })),
  );

  /** A refusal of a symbol that says where it is listed, as a sentence and as data. */
  async function notListed(exchange: Exchange, symbol: string, sentence: string): Promise<AppError> {
    const listed = await find({ feed: exchange.name, symbol });
    const suggestions = listed.map(({ feed, symbol: name }: Listed) => ({ feed, symbol: name }));
    return new AppError('validation_failed', `${sentence}${tryText(listed)}`, {
      details: { field: 'symbol', ...(suggestions.length > 0 && { suggestions }) },
    });
  }

  async function listingOf(
    { exchange, get, inTurn }: (typeof asked)[number],
    symbol: string,
  ): Promise<Listing> {
    const { title } = exchange;
    if (!exchange.symbol.pattern.test(symbol))
      throw await notListed(
        exchange,
        symbol,
        `“${symbol}” is no symbol of ${title}: they look like ${exchange.symbol.example}.`,
      );
    let listing: Listing | null;
    try {
      listing = await inTurn(() => exchange.listing(get, symbol));
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      // Some exchanges answer this for an unknown symbol.
      if (error.status !== 400 && error.status !== 404)
        throw new AppError(
          'feed_unreachable',
          `${title} can’t be reached to look up ${symbol}: ${error.message}.${againIn(error) || ' Try again later, or choose another feed.'}`,
        );
      listing = null;
    }
    if (!listing) throw await notListed(exchange, symbol, `${title} doesn’t list ${symbol}.`);
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
    // An exchange may change its price step.
    const [row] = await system
      .update(instruments)
      .set({ tickSize: sql`coalesce(${tickSize}, ${instruments.tickSize})` })
      .where(ofFeed)
      .returning({ id: instruments.id });
    if (!row) throw new Error(`The instrument ${exchange.name} ${symbol} was not made.`);
    return row.id;
  }

  /** @throws AppError validation_failed when the workspace watches as many symbols as it may, without this one */
  async function assertRoom(tx: Tx, workspaceId: string, { feed, symbol }: FeedWatchForm): Promise<void> {
    const countOthers = async (): Promise<number> => {
      const [others] = await tx
        .select({ watched: count() })
        .from(feedWatches)
        .innerJoin(instruments, eq(instruments.id, feedWatches.instrumentId))
        .where(or(ne(instruments.feed, feed), ne(instruments.feedSymbol, symbol)));
      return others?.watched ?? 0;
    };
    if (!(await hasRoom(tx, { of: 'watched symbols', whose: workspaceId, max: WATCHES_MAX }, countOthers)))
      throw invalid('symbol', `${WATCHES_MAX} symbols are the limit. Leave one to watch another.`);
  }

  /** @throws AppError feed_full when all workspaces together watch as many symbols as the exchange allows */
  async function assertFeedRoom(exchange: Exchange, symbol: string, tx: Tx): Promise<void> {
    const room = roomOf(exchange);
    if (room === Infinity) return;
    const countOthers = async (): Promise<number> => {
      const watched = await watchedInstruments(system, exchange.name);
      return watched.some((each) => each.symbol === symbol) ? 0 : watched.length;
    };
    if (!(await hasRoom(tx, { of: 'symbols of a feed', whose: exchange.name, max: room }, countOthers)))
      throw new AppError(
        'feed_full',
        `${fullSentence(exchange)} ${symbol} can be watched when one of them is left.`,
      );
  }

  async function healthOf(tx: Tx): Promise<Feed[]> {
    const health = new Map((await feedHealth(tx, names, deps.clock())).map((each) => [each.name, each]));
    return reached.map(({ exchange: { name, title, simulated, symbol } }) => ({
      ...(health.get(name) ?? RESTING),
      name,
      title,
      simulated,
      example: symbol.example,
    }));
  }

  return {
    ...createImportService(deps),
    feeds: (workspaceId) =>
      withTenant(app, workspaceId, async (tx) => {
        return { items: await healthOf(tx), happenings: await latestHappenings(tx, names, HISTORY_ENTRIES) };
      }),
    health: () => app.transaction(healthOf),
    watches: (workspaceId) => withTenant(app, workspaceId, (tx) => listWatches(tx)),
    watch: async ({ workspaceId, actor }, form) => {
      const reach = asked.find(({ exchange }) => exchange.name === form.feed);
      if (!reach)
        throw invalid(
          'feed',
          `There is no feed “${form.feed}” here; there is ${names.join(', ') || 'none'}.`,
        );
      // Before the exchange is asked for the symbol, and again below.
      await withTenant(app, workspaceId, async (tx) => {
        await assertRoom(tx, workspaceId, form);
        await assertFeedRoom(reach.exchange, form.symbol, tx);
      });
      const instrumentId = await instrumentOf(reach.exchange, await listingOf(reach, form.symbol));
      const watch = await withTenant(app, workspaceId, async (tx) => {
        await assertRoom(tx, workspaceId, form);
        await assertFeedRoom(reach.exchange, form.symbol, tx);
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

/** The health of a feed that nobody has used yet. */
const RESTING = {
  state: 'resting' as const,
  problem: null,
  since: null,
  lastMessageAt: null,
  lagMs: null,
  silent: [],
  counts: { ticks: 0, repeated: 0, filled: 0, lost: 0, late: 0, quarantined: 0, connects: 0, silences: 0 },
};
