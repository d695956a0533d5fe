import { and, asc, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
import type { InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { Instrument, InstrumentPage } from '#src/shared/rules/stored.ts';
import type { Tx } from '../database.ts';
import { instruments, ownInstruments, ruleOthers, rules, watchlistSymbols } from '../schema.ts';
import { historyOfInstrument } from './instrument-history.ts';
import { actionsOfInstrument, splitsOfInstrument } from './instrument-splits.ts';
import { isSeenIn } from './seen-instruments.ts';

/** Where a page ended: what comes after has a later place in the order of the list. */
type InstrumentCursor = { symbol: string; id: string };
type InstrumentQuery = {
  /** Part of the symbol or of the name. */
  words?: string;
  after: InstrumentCursor | null;
  limit: number;
};

const cursorSchema = z.tuple([
  // No symbol holds a NUL, and the database takes none.
  z
    .string()
    .max(40)
    .regex(/^[^\0]*$/),
  z.uuid(),
]);

/** @returns null for what is no `next` of a page */
export function readInstrumentCursor(text: string): InstrumentCursor | null {
  try {
    const [symbol, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { symbol, id };
  } catch {
    return null;
  }
}
const writeCursor = ({ symbol, id }: InstrumentCursor): string =>
  Buffer.from(JSON.stringify([symbol, id])).toString('base64url');

const COLUMNS = {
  symbol: instruments.symbol,
  name: instruments.name,
  currency: instruments.currency,
  timeZone: instruments.timeZone,
  exchange: instruments.exchange,
  tickSize: instruments.tickSize,
  session: instruments.session,
  simulated: instruments.simulated,
  own: instruments.owned,
  delayMinutes: instruments.delayMinutes,
  splits: splitsOfInstrument,
  /** Of a feed's symbol those that are always up to date: others are stored while a rule needs them. */
  timeframes: sql<Instrument['timeframes']>`array(
    select t from unnest(${sql.param([...TIMEFRAMES])}::text[]) with ordinality as known(t, n)
     where (instruments.feed is null or t = any(${sql.param([...KEPT_TIMEFRAMES])}::text[]))
       and exists (select from bars b where b.instrument_id = instruments.id and b.timeframe = t) order by n)`,
};

/**
 * What a workspace may watch, a page at a time: by symbol, and those of a search with the symbol that is searched for
 * first, then those whose symbol begins with it (after the exchange's name as well), then the others.
 */
export async function listInstruments(
  tx: Tx,
  workspaceId: string,
  { words = '', after, limit }: InstrumentQuery,
): Promise<InstrumentPage> {
  const symbolOf = sql`${instruments.symbol} collate "C"`;
  const rank = (symbol: SQL) => (words === '' ? sql`0` : rankOf(symbol, words));
  const place = sql`${rank(sql`${instruments.symbol}`)}, ${symbolOf}, ${instruments.id}`;
  const fits = and(
    words === ''
      ? undefined
      : sql`(${instruments.symbol} ilike ${anywhere(words)} or ${instruments.name} ilike ${anywhere(words)})`,
    after === null ? undefined : past(after),
  );
  function past({ symbol, id }: InstrumentCursor): SQL {
    // Without words no rank stands before the symbol, so that the index is entered where the page begins.
    return words === ''
      ? sql`(${symbolOf}, ${instruments.id}) > (${symbol}::text collate "C", ${id}::uuid)`
      : sql`(${place}) > (${rank(sql`${symbol}::text`)}, ${symbol}::text collate "C", ${id}::uuid)`;
  }
  const order = words === '' ? sql`${symbolOf}, ${instruments.id}` : place;
  const isOwn = and(eq(ownInstruments.workspaceId, workspaceId), isNull(ownInstruments.removedAt));
  const ownSymbols = tx.select({ symbol: ownInstruments.symbol }).from(ownInstruments).where(isOwn);
  // Each by an index of its own: looked through together, everybody's own symbols would be walked over.
  const shared = tx
    .select({ id: instruments.id })
    .from(instruments)
    // Of two of the same symbol the workspace's own is the one that is named by it.
    .where(
      and(sql`not ${instruments.owned} and upper(${instruments.symbol}) <> all(array(${ownSymbols}))`, fits),
    )
    .orderBy(order)
    .limit(limit + 1);
  const own = tx
    .select({ id: instruments.id })
    .from(ownInstruments)
    .innerJoin(instruments, eq(instruments.id, ownInstruments.instrumentId))
    .where(and(isOwn, fits));
  const rows = await tx
    .select({ id: instruments.id, shown: COLUMNS })
    .from(instruments)
    .where(and(isSeenIn(workspaceId), sql`${instruments.id} = any(array(${shared}) || array(${own}))`))
    .orderBy(order)
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ shown }) => shown),
    next: last ? writeCursor({ symbol: last.shown.symbol, id: last.id }) : null,
  };
}

const escaped = (words: string): string => words.replaceAll(/[\\%_]/g, String.raw`\$&`);
const anywhere = (words: string): string => `%${escaped(words)}%`;

/** 0: it is the symbol. 1: it begins with the words, as a whole or after the exchange. 2: they are somewhere else. */
const rankOf = (symbol: SQL, words: string): SQL =>
  sql`case when lower(${symbol}) = lower(${words}) then 0
           when ${symbol} ilike ${`${escaped(words)}%`} or ${symbol} ilike ${`%:${escaped(words)}%`} then 1
           else 2 end`;

/** So many of the rules that look at an instrument are named. */
const RULES_NAMED = 50;

/** What is stored of an instrument itself; its prices, hours and quality are read elsewhere. */
type StoredInstrument = Pick<InstrumentDetail, keyof Instrument | 'actions' | 'history' | 'rules'>;

type SeenInstrument = {
  id: string;
  symbol: string;
  session: Instrument['session'];
  feed: string | null;
  owned: boolean;
  /** Its prices are licensed, and the workspace is the demo, which anyone may read. */
  pricesHidden: boolean;
};

/** An instrument by its symbol, in letters of any case. @returns null where there is none in sight */
export async function seenInstrument(
  tx: Tx,
  workspaceId: string,
  symbol: string,
): Promise<SeenInstrument | null> {
  const [row] = await tx
    .select({
      id: instruments.id,
      symbol: instruments.symbol,
      session: instruments.session,
      feed: instruments.feed,
      owned: instruments.owned,
      publicPrices: instruments.publicPrices,
    })
    .from(instruments)
    .where(and(isSeenIn(workspaceId), sql`upper(${instruments.symbol}) = ${symbol.toUpperCase()}`))
    .orderBy(desc(instruments.owned))
    .limit(1);
  if (!row) return null;
  const { publicPrices, ...seen } = row;
  return { ...seen, pricesHidden: workspaceId === DEMO_WORKSPACE_ID && !publicPrices };
}

/** Whether any bar of a series is stored. */
export async function hasBars(
  tx: Tx,
  { instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe },
): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from bars b where b.instrument_id = ${instrumentId}::uuid and b.timeframe = ${timeframe} limit 1`,
  );
  return rows.length > 0;
}

/** An instrument in sight, with its history and the rules that look at it. */
export async function storedInstrument(tx: Tx, workspaceId: string, id: string): Promise<StoredInstrument> {
  const [shown] = await tx
    .select({ ...COLUMNS, history: historyOfInstrument, actions: actionsOfInstrument })
    .from(instruments)
    .where(eq(instruments.id, id));
  if (!shown) throw new Error('An instrument went while it was looked at.');
  const looking = and(
    eq(rules.workspaceId, workspaceId),
    eq(rules.kind, 'market'),
    isNull(rules.deletedAt),
    or(
      eq(rules.instrumentId, id),
      sql`${rules.watchlistId} in (select ${watchlistSymbols.watchlistId} from ${watchlistSymbols} where ${watchlistSymbols.instrumentId} = ${id})`,
      sql`${rules.id} in (select ${ruleOthers.ruleId} from ${ruleOthers} where ${ruleOthers.instrumentId} = ${id})`,
    ),
  );
  const items = await tx
    .select({
      id: rules.id,
      name: rules.name,
      state: rules.state,
      timeframe: sql<Timeframe>`${rules.timeframe}`,
    })
    .from(rules)
    .where(looking)
    .orderBy(asc(sql`lower(${rules.name})`), asc(rules.id))
    .limit(RULES_NAMED);
  const total = items.length < RULES_NAMED ? items.length : await tx.$count(rules, looking);
  return { ...shown, rules: { total, items } };
}
