import { count, eq, ne, or } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { feedHealth, latestHappenings, listQuarantine, listWatches } from '#src/db/queries/feeds.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import { feedWatches, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Feed,
  type Feeds,
  type FeedWatch,
  type FeedWatchForm,
  type FoundSymbols,
  IMPORT_FEED,
  type QuarantinePage,
  type QuarantineReason,
  WATCHES_MAX,
} from '#src/shared/feeds.ts';
import { shownFeed } from '#src/shared/market-data.ts';
import type { Announce } from '../enqueue.ts';
import { askInTurn } from '../exchanges/live/ask-in-turn.ts';
import { createImportService, type ImportService } from '../market/import/import-service.ts';
import type { Exchange, Get, Listing } from '../exchanges/live/exchange.ts';
import { fullSentence, roomOf } from '../exchanges/live/live-feed.ts';
import { watchedInstruments } from '../runner/live/live-store.ts';
import { RestError } from '../exchanges/live/rest.ts';
import { findListed, type Listed, tryText } from './find-listed.ts';
import { instrumentOf } from './instrument-of.ts';
import { knownNames, type KnownName } from './symbols/names.ts';
import { createSymbolSearch } from './symbols/symbol-search.ts';
import type { OwnReaches } from './keys/own-reaches.ts';

const HISTORY_ENTRIES = 12;
const CURRENCY = /^[A-Z]{3,5}$/;

export type FeedService = ImportService & {
  feeds: (workspaceId: string) => Promise<Feeds>;
  /** How each feed is, for those who run the installation. */
  health: () => Promise<Feed[]>;
  watches: (workspaceId: string) => Promise<FeedWatch[]>;
  /** Symbols of all feeds that the workspace may use. */
  search: (workspaceId: string, text: string, atMost: number) => Promise<FoundSymbols>;
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
  /** The feeds of workspaces' keys; none without. */
  own?: Pick<OwnReaches, 'ofWorkspace'>;
  /** What symbols are called; the built-in list without. */
  names?: readonly KnownName[];
  announce: Announce;
  clock: Clock;
}): FeedService {
  const { app, system, reached } = deps;
  const shared = reached.toSorted(simulatedLast).map(askable);
  const symbols = createSymbolSearch({ ...deps, names: deps.names ?? knownNames(null) });
  const ownAsked = new WeakMap<Exchange, Asked>();
  const find = findListed(
    shared.map(({ exchange, get, inTurn }) => ({
      exchange,
      ask: (symbol) => inTurn(() => exchange.listing(get, symbol)),
    })),
  );

  /** The feeds that a workspace may use: its own first. */
  async function askedOf(workspaceId: string): Promise<Asked[]> {
    const own = (await deps.own?.ofWorkspace(workspaceId)) ?? [];
    return [...own.map((reach) => keptAskable(ownAsked, reach)), ...shared];
  }

  /** A refusal of a symbol that says where it is listed, as a sentence and as data. */
  async function notListed(exchange: Exchange, symbol: string, sentence: string): Promise<AppError> {
    const listed = await find({ feed: exchange.name, symbol });
    const suggestions = listed.map(({ feed, symbol: name }: Listed) => ({ feed, symbol: name }));
    return new AppError('validation_failed', `${sentence}${tryText(listed)}`, {
      details: { field: 'symbol', ...(suggestions.length > 0 && { suggestions }) },
    });
  }

  async function listingOf({ exchange, get, inTurn }: Asked, symbol: string): Promise<Listing> {
    const { title } = exchange;
    if (!exchange.symbol.pattern.test(symbol))
      throw await notListed(
        exchange,
        symbol,
        `“${symbol}” isn’t a symbol of ${title}: they look like ${exchange.symbol.example}.`,
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

  async function healthOf(tx: Tx, asked: readonly Asked[]): Promise<Feed[]> {
    const names = asked.map(({ exchange }) => exchange.name);
    const health = new Map((await feedHealth(tx, names, deps.clock())).map((each) => [each.name, each]));
    return asked.map(
      ({ exchange: { name, title, simulated, symbol, delayMinutes = null, operatorKey } }) => ({
        ...(health.get(name) ?? RESTING),
        name: shownFeed(name),
        title,
        simulated,
        own: isOwn(name),
        operatorKey: operatorKey ?? null,
        delayMinutes,
        example: symbol.example,
      }),
    );
  }

  return {
    ...createImportService(deps),
    feeds: async (workspaceId) => {
      const asked = await askedOf(workspaceId);
      const names = asked.map(({ exchange }) => exchange.name);
      return withTenant(app, workspaceId, async (tx) => ({
        items: await healthOf(tx, asked),
        happenings: await latestHappenings(tx, names, HISTORY_ENTRIES),
      }));
    },
    health: () => app.transaction((tx) => healthOf(tx, shared)),
    search: async (workspaceId, text, atMost) => symbols.find(await askedOf(workspaceId), text, atMost),
    watches: (workspaceId) => withTenant(app, workspaceId, (tx) => listWatches(tx)),
    watch: async ({ workspaceId, actor }, form) => {
      const asked = await askedOf(workspaceId);
      const reach = asked.find((each) => nameOf(each) === form.feed);
      if (!reach) throw noFeed(form.feed, asked);
      const of = { ...form, feed: reach.exchange.name };
      // Before the exchange is asked for the symbol, and again below.
      await withTenant(app, workspaceId, async (tx) => {
        await assertRoom(tx, workspaceId, of);
        await assertFeedRoom(reach.exchange, form.symbol, tx);
      });
      const listing = await listingOf(reach, form.symbol);
      const owner = isOwn(reach.exchange.name) ? workspaceId : null;
      const instrumentId = await instrumentOf(system, reach.exchange, { listing, owner, at: deps.clock() });
      const watch = await withTenant(app, workspaceId, async (tx) => {
        await assertRoom(tx, workspaceId, of);
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
    quarantine: async (workspaceId, { feed, ...filter }) => {
      const asked = await askedOf(workspaceId);
      const feeds = [
        ...asked
          .filter((each) => feed === null || nameOf(each) === feed)
          .map(({ exchange }) => exchange.name),
        ...(feed === null || feed === IMPORT_FEED ? [IMPORT_FEED] : []),
      ];
      if (feeds.length === 0) throw noFeed(feed ?? '', asked);
      return withTenant(app, workspaceId, (tx) => listQuarantine(tx, { ...filter, feeds }));
    },
  };
}

/** A feed, and how it is asked about symbols: one question after the other. */
type Asked = { exchange: Exchange; get: Get; inTurn: ReturnType<typeof askInTurn> };
const askable = (reach: { exchange: Exchange; get: Get }): Asked => ({
  ...reach,
  inTurn: askInTurn(reach.exchange.askEveryMs),
});
function keptAskable(kept: WeakMap<Exchange, Asked>, reach: { exchange: Exchange; get: Get }): Asked {
  const known = kept.get(reach.exchange);
  if (known) return known;
  const asked = askable(reach);
  kept.set(reach.exchange, asked);
  return asked;
}

const isOwn = (name: string): boolean => shownFeed(name) !== name;
const nameOf = ({ exchange }: Asked): string => shownFeed(exchange.name);
const simulatedLast = (a: { exchange: Exchange }, b: { exchange: Exchange }): number =>
  Number(a.exchange.simulated) - Number(b.exchange.simulated);
const noFeed = (feed: string, asked: readonly Asked[]): AppError =>
  invalid('feed', `There is no feed “${feed}” here; there is ${asked.map(nameOf).join(', ') || 'none'}.`);

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
