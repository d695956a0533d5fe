import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { isSeenIn } from '#src/db/queries/seen-instruments.ts';
import { bars, instruments, rules } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';

import type { Timeframe } from '#src/shared/market.ts';
import { STARTER_RULE } from '#src/shared/rules/starter.ts';
import { madeOf, smallerThan } from '#src/shared/timeframes.ts';
import { isRecorded } from '../market/csv/recorded.ts';
import { othersNamed } from './other-symbols.ts';
import { marketRow, ofMarket } from './stored-rules.ts';

/** So many rules, and symbols of a watchlist, are looked through for one that has bars. */
const RULES_MOST = 50;
const SYMBOLS_MOST = 50;
/** No bar is later; without an upper bound, every partition would be searched. */
const EVER = new Date(Date.UTC(9999, 0, 1));

type Instrument = typeof instruments.$inferSelect;
export type TrialRule = { rule: NonNullable<ReturnType<typeof marketRow>>; instrument: Instrument };

/**
 * The rule that a trial run of the workspace in sight carries out: the first that has bars, active ones before paused
 * ones and older before newer; where none has, the starter rule, whose bars ship with the product.
 */
export async function chooseTrialRule(tx: Tx, workspaceId: string, now: Date): Promise<TrialRule> {
  const rows = await tx
    .select()
    .from(rules)
    .where(and(ofMarket, isNull(rules.deletedAt)))
    .orderBy(sql`${rules.state} = 'active' desc`, asc(rules.createdAt))
    .limit(RULES_MOST);
  for (const row of rows) {
    const found = await withBars(tx, workspaceId, row);
    if (found) return found;
  }
  return starterRule(tx, workspaceId, now);
}

/** A rule with the instrument that it has bars of; of a watchlist the first by symbol. Null where there are none. */
export async function withBars(
  tx: Tx,
  workspaceId: string,
  row: typeof rules.$inferSelect,
): Promise<TrialRule | null> {
  const rule = marketRow(row);
  if (!rule) return null;
  const instrument = await firstWithBars(tx, await instrumentsOf(tx, workspaceId, rule), rule.timeframe);
  return instrument && (await othersHaveBars(tx, workspaceId, rule, instrument))
    ? { rule, instrument }
    : null;
}

/** What it compares with must have bars too: of its size, or smaller ones of which they are made. */
async function othersHaveBars(
  tx: Tx,
  workspaceId: string,
  rule: TrialRule['rule'],
  instrument: Instrument,
): Promise<boolean> {
  try {
    for (const { source, instrument: other } of await othersNamed(tx, workspaceId, rule)) {
      const of = other ?? instrument;
      const size = source.timeframe ?? rule.timeframe;
      if (!(await hasBars(tx, of, barsFor(of, size)))) return false;
    }
    return true;
  } catch (error) {
    // A symbol that it names is no longer there.
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function firstWithBars(
  tx: Tx,
  of: readonly Instrument[],
  timeframe: Timeframe,
): Promise<Instrument | null> {
  for (const instrument of of)
    if (await hasBars(tx, instrument, barsFor(instrument, timeframe))) return instrument;
  return null;
}

/** The timeframes of which one has to be stored: a feed's bars are kept, or made of one that is. */
const barsFor = ({ feed }: Instrument, timeframe: Timeframe): Timeframe[] =>
  feed === null ? [timeframe, ...smallerThan(timeframe)] : [madeOf(timeframe) ?? timeframe];

async function hasBars(tx: Tx, { id, symbol }: Instrument, timeframes: Timeframe[]): Promise<boolean> {
  if (timeframes.some((each) => isRecorded(symbol, each))) return true;
  const found = await tx
    .select({ ts: bars.ts })
    .from(bars)
    .where(and(eq(bars.instrumentId, id), inArray(bars.timeframe, timeframes), lt(bars.ts, EVER)))
    .limit(1);
  return found.length > 0;
}

const instrumentsOf = (tx: Tx, workspaceId: string, rule: TrialRule['rule']): Promise<Instrument[]> =>
  tx
    .select()
    .from(instruments)
    .where(
      and(
        isSeenIn(workspaceId),
        rule.watchlistId === null
          ? eq(instruments.id, rule.instrumentId ?? '')
          : sql`${instruments.id} in (select s.instrument_id from watchlist_symbols s
              where s.workspace_id = ${workspaceId} and s.watchlist_id = ${rule.watchlistId})`,
      ),
    )
    .orderBy(asc(instruments.symbol))
    .limit(SYMBOLS_MOST);

/**
 * The rule that every workspace begins with. Where it was changed or is gone, another is made and kept among the deleted
 * ones: the list of rules stays as people made it, and an alert can still name its rule.
 */
async function starterRule(tx: Tx, workspaceId: string, now: Date): Promise<TrialRule> {
  const { symbol, timeframe, condition } = STARTER_RULE;
  const [instrument] = await tx
    .select()
    .from(instruments)
    .where(and(eq(instruments.symbol, symbol), eq(instruments.owned, false)));
  if (!instrument) throw new Error(`The instrument ${symbol} of the starter rule is missing.`);
  const ofIt = and(
    ofMarket,
    eq(rules.instrumentId, instrument.id),
    eq(rules.timeframe, timeframe),
    eq(rules.condition, condition),
  );
  const read = () => tx.select().from(rules).where(ofIt).orderBy(asc(rules.createdAt)).limit(1);
  let [row] = await read();
  if (!row) {
    await tx.insert(rules).values({
      workspaceId,
      id: newId(),
      name: STARTER_RULE.nameOf(instrument.name),
      instrumentId: instrument.id,
      timeframe,
      condition,
      settings: STARTER_RULE.settings,
      state: 'paused',
      createdAt: now,
      updatedAt: now,
      deletedAt: now,
    });
    [row] = await read();
  }
  const rule = marketRow(row);
  if (!rule) throw new Error('The starter rule was not made.');
  return { rule, instrument };
}
