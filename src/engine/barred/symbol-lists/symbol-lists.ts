import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { openEntries, pastEntries, shownEntries } from '#src/db/queries/symbol-lists.ts';
import { brands, listedSymbols } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { stopperOnRecord } from '#src/ledger/stop.ts';
import { type ListChange, recordListed } from '#src/ledger/symbol-list.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  LISTED_MAX,
  type SymbolLists,
  type SymbolsAdded,
  type SymbolsForm,
} from '#src/shared/symbol-lists/lists.ts';
import { type Line, readLines } from '#src/shared/symbol-lists/read-lines.ts';
import { type Stopper, stopperOf } from '../../changed-by.ts';
import { spanOf } from './span.ts';

type Row = typeof listedSymbols.$inferSelect;
type Where = { workspaceId: string; brandId: string };

/** The restricted and the watch list of each brand. */
export function createSymbolLists({ app, clock }: { app: Database; clock: Clock }) {
  return {
    /** `past`: with what was removed and replaced, what changed last first. @throws AppError not_found */
    list: ({ workspaceId, brandId }: Where, { past = false } = {}): Promise<SymbolLists> =>
      withTenant(app, workspaceId, async (tx) => {
        await brandOf(tx, brandId);
        const rows = await (past ? pastEntries(tx, brandId) : openEntries(tx, brandId));
        return { items: await shownEntries(tx, rows, clock()) };
      }),

    /**
     * Lists symbols: all of them, or none where a line is faulty. One that is listed already gets a new entry where its
     * reason or days differ.
     * @throws AppError not_found; validation_failed, with the faulty lines
     */
    add: (by: Stopper, brandId: string, form: SymbolsForm): Promise<SymbolsAdded> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const { list } = form;
        const at = clock();
        // Of two who add at once, the second sees what the first has listed.
        const brand = await brandOf(tx, brandId, true);
        const { lines, problems } = readLines(form);
        const zone = { now: at, timeZone: brand.timeZone ?? 'UTC' };
        const spans = lines.map((line) => ({ line, ...spanOf(line, zone) }));
        const over = spans.find(({ validUntil }) => validUntil !== null && validUntil <= at);
        if (problems.length > 0) throw faulty(problems);
        if (over) throw invalid(`The last day of ${over.line.symbol} is over.`);
        const known = new Map((await openEntries(tx, brandId, list)).map((row) => [row.symbol, row]));
        const news = spans.filter(({ line }) => !isSame(known.get(line.symbol), line));
        const replaced = news.flatMap(({ line }) => known.get(line.symbol) ?? []);
        if (known.size + news.length - replaced.length > LISTED_MAX)
          throw invalid(`A brand has at most ${LISTED_MAX} symbols on a list.`);
        const answer = { added: news.length, unchanged: lines.length - news.length };
        if (news.length === 0) {
          await by.keepAnswer?.(tx, 200, answer);
          return answer;
        }
        const who = stopperOf(by);
        await end(tx, replaced, { endedAt: at, endedBy: who });
        const rows = news.map(({ line, ...span }) => ({
          workspaceId,
          id: newId(),
          brandId,
          list,
          symbol: line.symbol,
          reason: line.reason,
          addedBy: who,
          addedAt: at,
          fromDay: line.from,
          untilDay: line.until,
          ...span,
        }));
        await tx.insert(listedSymbols).values(rows);
        const detail = { symbols: news.length === 1 ? '1 symbol' : `${news.length} symbols`, list };
        await recordActivity(tx, { ...by, action: 'symbols.listed', subject: brand.name, detail, at });
        await by.keepAnswer?.(tx, 200, answer);
        await recordListed(tx, {
          workspaceId,
          brandId,
          at,
          by: await stopperOnRecord(tx, by),
          changes: [
            ...replaced.map((row) => changeOf('removed', row)),
            ...rows.map((row) => changeOf('added', row)),
          ],
        });
        return answer;
      }),

    /** It stays in the history. @throws AppError not_found */
    remove: (by: Stopper, brandId: string, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const brand = await brandOf(tx, brandId);
        const at = clock();
        const [row] = await tx
          .update(listedSymbols)
          .set({ endedAt: at, endedBy: stopperOf(by) })
          .where(
            and(eq(listedSymbols.brandId, brandId), eq(listedSymbols.id, id), isNull(listedSymbols.endedAt)),
          )
          .returning();
        if (!row) throw new AppError('not_found', 'It isn’t on the list anymore.');
        const detail = { list: row.list };
        await recordActivity(tx, { ...by, action: 'symbols.unlisted', subject: brand.name, detail, at });
        const changes = [changeOf('removed', row)];
        await recordListed(tx, { workspaceId, brandId, at, by: await stopperOnRecord(tx, by), changes });
      }),
  };
}

const invalid = (sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field: 'symbols' } });

function faulty(problems: ReturnType<typeof readLines>['problems']): AppError {
  const [first] = problems;
  const sentence =
    problems.length === 1
      ? (first?.problem ?? '')
      : `${problems.length} lines have errors. Nothing was added.`;
  return new AppError('validation_failed', sentence, { details: { field: 'symbols', lines: problems } });
}

/** @throws AppError not_found */
async function brandOf(tx: Tx, brandId: string, isLocked = false) {
  const query = tx
    .select({ name: brands.name, timeZone: brands.timeZone })
    .from(brands)
    .where(eq(brands.id, brandId));
  const [brand] = await (isLocked ? query.for('no key update') : query);
  if (!brand) throw new AppError('not_found', 'There is no such brand.');
  return brand;
}

const isSame = (row: Row | undefined, { reason, from, until }: Line): boolean =>
  row !== undefined && row.reason === reason && row.fromDay === from && row.untilDay === until;

async function end(tx: Tx, rows: readonly Row[], how: Pick<Row, 'endedAt' | 'endedBy'>): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .update(listedSymbols)
    .set(how)
    .where(
      inArray(
        listedSymbols.id,
        rows.map(({ id }) => id),
      ),
    );
}

const changeOf = (
  act: ListChange['act'],
  {
    id,
    list,
    symbol,
    reason,
    fromDay,
    untilDay,
  }: Pick<Row, 'id' | 'list' | 'symbol' | 'reason' | 'fromDay' | 'untilDay'>,
): ListChange => ({ entryId: id, act, list, symbol, reason, from: fromDay, until: untilDay });
