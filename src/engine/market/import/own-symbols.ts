import { DateTime } from 'luxon';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { historyOfInstrument } from '#src/db/queries/instrument-history.ts';
import { splitsOfInstrument, suspectedOfInstrument } from '#src/db/queries/instrument-splits.ts';
import { instruments, instrumentSplits, ownInstruments, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OwnSplit, OwnSymbol } from '#src/shared/own-symbols.ts';
import { createStampReader } from '../csv/stamp.ts';
import { settleSuspect } from '../splits/suspected-store.ts';

type By = { workspaceId: string; actor: Actor };

/** How many rules an error names. */
const NAMED = 3;

/** One change at a time per workspace, so that a symbol is created once and never deleted meanwhile. */
export const ownLock = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`own symbols ${workspaceId}`}, 0))`);

/** A workspace's own symbols: their bars and splits, and their deletion. */
export function createOwnSymbols({ app, system, clock }: { app: Database; system: Database; clock: Clock }) {
  return {
    ownSymbols: (workspaceId: string): Promise<OwnSymbol[]> =>
      withTenant(app, workspaceId, (tx) => readOwn(tx)),

    /**
     * Replaces all splits of a symbol. Stored bars stay unadjusted; rules adjust them. @throws AppError not_found
     */
    setSplits: async (by: By, symbol: string, splits: readonly OwnSplit[]): Promise<OwnSymbol> => {
      const { workspaceId } = by;
      const at = clock();
      await system.transaction(async (tx) => {
        const { id, timeZone } = await findOwn(tx, workspaceId, symbol);
        const startOf = createStampReader(timeZone);
        // Dividends of imported files stay.
        await tx
          .delete(instrumentSplits)
          .where(and(eq(instrumentSplits.instrumentId, id), isNull(instrumentSplits.volumeRatio)));
        const rows = splits.map(({ date, ratio }) => {
          const ts = startOf(date, null);
          if (typeof ts !== 'number')
            throw new AppError('validation_failed', `${date} isn’t a day in ${timeZone}.`, {
              details: { field: 'splits' },
            });
          return { instrumentId: id, at: new Date(ts), ratio, createdAt: at };
        });
        if (rows.length > 0) await tx.insert(instrumentSplits).values(rows).onConflictDoNothing();
      });
      return withTenant(app, workspaceId, async (tx) => {
        const [own] = await readOwn(tx, symbol);
        if (!own) throw noSuch(symbol);
        await recordActivity(tx, {
          ...by,
          action: 'symbol.splits_set',
          subject: own.symbol,
          detail: {
            splits: own.splits.map(({ date, ratio }) => `${ratio} for 1 on ${date}`).join(', ') || 'none',
          },
          at,
        });
        return own;
      });
    },

    /**
     * Says what a suspected split was: a split, or a move of the market. Its bar is stored either way.
     * @throws AppError not_found
     */
    settleSplit: async (by: By, symbol: string, id: string, isSplit: boolean): Promise<OwnSymbol> => {
      const { workspaceId } = by;
      const at = clock();
      const { split, timeZone } = await system.transaction(async (tx) => {
        const { id: instrumentId, timeZone } = await findOwn(tx, workspaceId, symbol);
        return { split: await settleSuspect(tx, { id, instrumentId }, { isSplit, now: at }), timeZone };
      });
      if (!split) throw new AppError('not_found', `${symbol} has no such suspected split.`);
      return withTenant(app, workspaceId, async (tx) => {
        const [own] = await readOwn(tx, symbol);
        if (!own) throw noSuch(symbol);
        const day = DateTime.fromMillis(split.ts, { zone: timeZone }).toISODate() ?? '';
        await recordActivity(tx, {
          ...by,
          action: isSplit ? 'symbol.split_confirmed' : 'symbol.split_dismissed',
          subject: own.symbol,
          detail: { split: `${Number(split.ratio.toPrecision(6))} for 1 on ${day}` },
          at,
        });
        return own;
      });
    },

    /**
     * Deletes a symbol with its bars, splits and quarantined rows. Its alerts stay.
     * @throws AppError not_found; validation_failed while a rule or watchlist names it
     */
    removeOwnSymbol: async (by: By, symbol: string): Promise<void> => {
      const { workspaceId } = by;
      const at = clock();
      await withTenant(app, workspaceId, async (tx) => {
        const [named] = await tx
          .select({ id: instruments.id })
          .from(ownInstruments)
          .innerJoin(instruments, eq(instruments.id, ownInstruments.instrumentId))
          .where(
            and(
              eq(ownInstruments.symbol, symbol),
              isNull(ownInstruments.removedAt),
              isNull(instruments.feed),
            ),
          );
        if (!named) throw noSuch(symbol);
        await assertUnused(tx, named.id, symbol);
      });
      await system.transaction(async (tx) => {
        const { id } = await findOwn(tx, workspaceId, symbol);
        await tx
          .update(ownInstruments)
          .set({ removedAt: at })
          .where(and(eq(ownInstruments.workspaceId, workspaceId), eq(ownInstruments.instrumentId, id)));
        await tx.execute(sql`select forget_own_bars(${id})`);
      });
      await withTenant(app, workspaceId, (tx) =>
        recordActivity(tx, { ...by, action: 'symbol.removed', subject: symbol, at }),
      );
    },
  };
}

const noSuch = (symbol: string): AppError =>
  new AppError('not_found', `The workspace has no symbol ${symbol.slice(0, 40)} of its own.`);

/** Locks the symbol until the transaction ends. @throws AppError not_found */
async function findOwn(
  tx: Tx,
  workspaceId: string,
  symbol: string,
): Promise<{ id: string; timeZone: string }> {
  await ownLock(tx, workspaceId);
  const [own] = await tx
    .select({ id: instruments.id, timeZone: instruments.timeZone })
    .from(ownInstruments)
    .innerJoin(instruments, eq(instruments.id, ownInstruments.instrumentId))
    .where(
      and(
        eq(ownInstruments.workspaceId, workspaceId),
        eq(ownInstruments.symbol, symbol),
        isNull(ownInstruments.removedAt),
        isNull(instruments.feed),
      ),
    );
  if (!own) throw noSuch(symbol);
  return own;
}

/** The workspace's own symbols, or one of them. */
async function readOwn(tx: Tx, symbol?: string): Promise<OwnSymbol[]> {
  return tx
    .select({
      symbol: instruments.symbol,
      currency: instruments.currency,
      session: instruments.session,
      timeZone: instruments.timeZone,
      history: historyOfInstrument,
      splits: splitsOfInstrument,
      suspectedSplits: suspectedOfInstrument,
    })
    .from(ownInstruments)
    .innerJoin(instruments, eq(instruments.id, ownInstruments.instrumentId))
    .where(
      and(
        isNull(ownInstruments.removedAt),
        // Those of a feed are left by leaving the symbol.
        isNull(instruments.feed),
        symbol === undefined ? undefined : eq(ownInstruments.symbol, symbol),
      ),
    )
    .orderBy(asc(ownInstruments.symbol));
}

/** @throws AppError validation_failed with the rules, or the watchlist, that need the symbol */
async function assertUnused(tx: Tx, instrumentId: string, symbol: string): Promise<void> {
  const watching = await tx
    .select({ name: rules.name })
    .from(rules)
    .where(
      sql`${rules.deletedAt} is null and (${rules.instrumentId} = ${instrumentId} or exists (
        select from rule_others o where o.rule_id = ${rules.id} and o.instrument_id = ${instrumentId}))`,
    )
    .orderBy(asc(rules.name));
  const lists = await tx.execute<{ name: string }>(
    sql`select w.name from watchlists w join watchlist_symbols s on s.watchlist_id = w.id
         where s.instrument_id = ${instrumentId} order by w.name`,
  );
  const names = [
    ...watching.map(({ name }) => `the rule “${name}”`),
    ...lists.rows.map(({ name }) => `the watchlist “${name}”`),
  ];
  if (names.length === 0) return;
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  throw new AppError(
    'validation_failed',
    `${symbol} is named by ${names.slice(0, NAMED).join(', ')}${more}. Let them name something else first.`,
    { details: { field: 'symbol' } },
  );
}
