import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { instruments, rules, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Watchlist,
  type WatchlistChange,
  type WatchlistForm,
  WATCHLISTS_MAX,
} from '#src/shared/rules/stored.ts';
import { isSeenIn } from '#src/db/queries/seen-instruments.ts';
import type { By } from '../changed-by.ts';

const NONE = 'There is no such watchlist.';

/** Watchlists as the account area and programs see them. */
export function createWatchlists({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<{ items: Watchlist[] }> =>
      withTenant(app, workspaceId, async (tx) => ({ items: await readWatchlists(tx) })),

    make: (by: By, form: WatchlistForm): Promise<Watchlist> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const made = await readOne(tx, await makeWatchlist(tx, by, form, clock()));
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    change: (by: By, id: string, form: WatchlistChange): Promise<Watchlist> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const [row] = await tx.select().from(watchlists).where(eq(watchlists.id, id)).for('update');
        if (!row) throw new AppError('not_found', NONE);
        const name = form.name ?? row.name;
        if (name !== row.name) await assertFree(tx, name, id);
        await tx.update(watchlists).set({ name, updatedAt: at }).where(eq(watchlists.id, id));
        if (form.symbols) {
          await tx.delete(watchlistSymbols).where(eq(watchlistSymbols.watchlistId, id));
          await fill(tx, by.workspaceId, id, form.symbols);
          // The engine reads rules anew that have changed.
          await tx.update(rules).set({ updatedAt: at }).where(eq(rules.watchlistId, id));
        }
        await recordActivity(tx, { ...by, action: 'watchlist.changed', subject: name, at });
        return readOne(tx, id);
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [row] = await tx.select().from(watchlists).where(eq(watchlists.id, id)).for('update');
        if (!row) throw new AppError('not_found', NONE);
        const using = await tx.$count(rules, eq(rules.watchlistId, id));
        if (using > 0)
          throw new AppError(
            'validation_failed',
            `“${row.name}” is watched by ${using === 1 ? 'a rule' : `${using} rules`}, deleted ones included. Let them watch something else first.`,
          );
        await tx.delete(watchlists).where(eq(watchlists.id, id));
        await recordActivity(tx, { ...by, action: 'watchlist.deleted', subject: row.name, at: clock() });
      }),
  };
}
export type Watchlists = ReturnType<typeof createWatchlists>;

/** In the caller's transaction. @returns its id. @throws AppError name_taken, validation_failed */
export async function makeWatchlist(tx: Tx, by: By, form: WatchlistForm, at: Date): Promise<string> {
  const { workspaceId, actor } = by;
  const limit = { of: 'watchlists', whose: workspaceId, max: WATCHLISTS_MAX };
  if (!(await hasRoom(tx, limit, () => tx.$count(watchlists))))
    throw new AppError('validation_failed', `A workspace has ${WATCHLISTS_MAX} watchlists at most.`);
  await assertFree(tx, form.name, null);
  const id = newId();
  await tx.insert(watchlists).values({ workspaceId, id, name: form.name, createdAt: at, updatedAt: at });
  await fill(tx, workspaceId, id, form.symbols);
  await recordActivity(tx, { workspaceId, actor, action: 'watchlist.created', subject: form.name, at });
  return id;
}

/** The symbols of every watchlist in sight, by its id. */
export async function symbolsOf(tx: Tx): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ id: watchlistSymbols.watchlistId, symbol: instruments.symbol })
    .from(watchlistSymbols)
    .innerJoin(instruments, eq(instruments.id, watchlistSymbols.instrumentId))
    .orderBy(asc(instruments.symbol));
  const found = new Map<string, string[]>();
  for (const { id, symbol } of rows) found.set(id, [...(found.get(id) ?? []), symbol]);
  return found;
}

/** Ids by symbol in capitals. @throws AppError validation_failed that names the first symbol there is none of */
export async function idsOfSymbols(
  tx: Tx,
  workspaceId: string,
  symbols: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(symbols.map((symbol) => symbol.trim().toUpperCase()))];
  const rows =
    wanted.length === 0
      ? []
      : await tx
          .select({ id: instruments.id, symbol: instruments.symbol })
          .from(instruments)
          .where(and(isSeenIn(workspaceId), inArray(sql`upper(${instruments.symbol})`, wanted)))
          // Of two, the workspace's own comes last, and stays.
          .orderBy(asc(instruments.owned));
  const ids = new Map(rows.map(({ id, symbol }) => [symbol.toUpperCase(), id]));
  const missing = wanted.find((symbol) => !ids.has(symbol));
  if (missing !== undefined)
    throw new AppError('validation_failed', `There is no instrument “${missing.slice(0, 40)}”.`, {
      details: { field: 'symbol' },
    });
  return ids;
}

async function fill(
  tx: Tx,
  workspaceId: string,
  watchlistId: string,
  symbols: readonly string[],
): Promise<void> {
  const ids = await idsOfSymbols(tx, workspaceId, symbols);
  await tx
    .insert(watchlistSymbols)
    .values([...ids.values()].map((instrumentId) => ({ workspaceId, watchlistId, instrumentId })));
}

async function assertFree(tx: Tx, name: string, but: string | null): Promise<void> {
  const rows = await tx
    .select({ id: watchlists.id })
    .from(watchlists)
    .where(sql`lower(${watchlists.name}) = lower(${name})`);
  if (rows.some(({ id }) => id !== but))
    throw new AppError('name_taken', `There is a watchlist “${name}” already.`);
}

async function readWatchlists(tx: Tx): Promise<Watchlist[]> {
  const symbols = await symbolsOf(tx);
  const rows = await tx
    .select({
      id: watchlists.id,
      name: watchlists.name,
      rules: sql<number>`(select count(*)::int from rules r where r.workspace_id = watchlists.workspace_id
        and r.watchlist_id = watchlists.id and r.deleted_at is null)`,
    })
    .from(watchlists)
    .orderBy(sql`lower(${watchlists.name})`);
  return rows.map((row) => ({ ...row, symbols: symbols.get(row.id) ?? [] }));
}

async function readOne(tx: Tx, id: string): Promise<Watchlist> {
  const found = (await readWatchlists(tx)).find((each) => each.id === id);
  if (!found) throw new AppError('not_found', NONE);
  return found;
}
