import { Readable } from 'node:stream';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { instruments, ownInstruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { BAR_IMPORT, type BarImport, type BarImportForm } from '#src/shared/bar-import.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { CALENDARS } from '../sessions/calendars.ts';
import { FeedError } from '../feed-error.ts';
import { confirmedSplitsOf } from '../splits/split-store.ts';
import { importFile } from './import-bars.ts';
import { LossError } from './losses.ts';
import { createOwnSymbols, ownLock } from './own-symbols.ts';
import { surveyFile } from './survey.ts';

/** How many files a process reads at once, at most one per workspace. */
const AT_ONCE = 4;

type By = { workspaceId: string; actor: Actor };
type Own = Pick<typeof instruments.$inferSelect, 'id' | 'symbol' | 'session' | 'timeZone'>;
/** `removed`: the workspace deleted it, and old rules and alerts still name it. */
type Found = Own & { is: 'known' | 'new' | 'removed' };

/** Imports files of bars into a workspace's own instruments, and deletes those. */
export function createImportService(deps: { app: Database; system: Database; clock: Clock }) {
  const { app, system, clock } = deps;
  const running = new Set<string>();

  async function read(by: By, form: BarImportForm, bytes: Uint8Array): Promise<BarImport> {
    const { workspaceId } = by;
    const known = await system.transaction((tx) => ownOrNew(tx, workspaceId, form));
    const file = {
      name: form.file || 'file',
      open: () => Readable.from([bytes]),
      timeZone: form.timeZone ?? known.timeZone,
      mostBytes: BAR_IMPORT.textBytes,
      ...(form.price && { price: form.price }),
      dividends: form.dividends === 'true',
    };
    const { timeframe, suspectedSplits: suspected = 'quarantine' } = form;
    const acceptLosses = form.acceptLosses === 'true';
    const survey = await surveyFile(timeframe, file);
    const now = clock();
    const own = await system.transaction((tx) => ownMade(tx, workspaceId, form, now));
    const target = {
      instrumentId: own.id,
      symbol: own.symbol,
      session: own.session,
      timeframe,
      splits: await confirmedSplitsOf(system, { instrumentId: own.id, timeframe }),
    };
    const done = await importFile(system, target, file, { survey, now, suspected, acceptLosses });
    await withTenant(app, workspaceId, (tx) =>
      recordActivity(tx, {
        ...by,
        action: 'bars.imported',
        subject: own.symbol,
        detail: {
          file: done.file,
          rows: String(done.rows),
          stored: String(done.stored + done.replaced),
          put_aside: String(done.putAside),
        },
        at: now,
      }),
    );
    return done;
  }

  const own = createOwnSymbols(deps);
  return {
    ...own,
    /** As in `own`, but not during an import, which would add rows afterwards. @throws AppError also too_many_uploads */
    removeOwnSymbol: async (by: By, symbol: string): Promise<void> => {
      if (running.has(by.workspaceId)) throw new AppError('too_many_uploads');
      await own.removeOwnSymbol(by, symbol);
    },
    /**
     * Imports a CSV of bars, gzipped or not, into a symbol of the workspace, which is created if needed. Importing again
     * changes nothing.
     * @throws AppError too_many_uploads; validation_failed for a shared symbol, too many symbols, or a file that can't be
     * read (with its line in `details`); too_many_rows_lost if more than a tenth of its rows is put aside
     */
    importBars: async (by: By, form: BarImportForm, bytes: Uint8Array): Promise<BarImport> => {
      if (running.has(by.workspaceId) || running.size >= AT_ONCE) throw new AppError('too_many_uploads');
      running.add(by.workspaceId);
      try {
        return await read(by, form, bytes);
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        const { line } = error;
        const code = error instanceof LossError ? 'too_many_rows_lost' : 'validation_failed';
        throw new AppError(code, error.message, {
          details: { field: 'file', ...(line === null ? {} : { line }) },
          cause: error,
        });
      } finally {
        running.delete(by.workspaceId);
      }
    },
  };
}
export type ImportService = ReturnType<typeof createImportService>;

/** The workspace's instrument of that symbol, or the one to create. @throws AppError validation_failed */
async function ownOrNew(
  tx: Tx,
  workspaceId: string,
  { symbol, session = 'crypto' }: BarImportForm,
): Promise<Found> {
  await ownLock(tx, workspaceId);
  const [known] = await tx
    .select({
      id: instruments.id,
      symbol: instruments.symbol,
      session: instruments.session,
      timeZone: instruments.timeZone,
      removedAt: ownInstruments.removedAt,
      feed: instruments.feed,
    })
    .from(ownInstruments)
    .innerJoin(instruments, eq(instruments.id, ownInstruments.instrumentId))
    .where(and(eq(ownInstruments.workspaceId, workspaceId), eq(ownInstruments.symbol, symbol)));
  if (known && known.feed !== null)
    throw invalid(`${symbol} comes from a feed, which fetches its bars. Import under another symbol.`);
  if (known && known.removedAt === null) {
    const { removedAt: _, feed: __, ...own } = known;
    return { ...own, is: 'known' };
  }
  const isShared = and(eq(instruments.owned, false), eq(sql`upper(${instruments.symbol})`, symbol));
  if ((await tx.$count(instruments, isShared)) > 0)
    throw invalid(
      `${symbol} is shared by all workspaces, and its bars are not yours to change. Choose another symbol for the import.`,
    );
  const had = and(
    eq(ownInstruments.workspaceId, workspaceId),
    isNull(ownInstruments.removedAt),
    sql`exists (select from instruments i where i.id = ${ownInstruments.instrumentId} and i.feed is null)`,
  );
  const limit = { of: 'own symbols', whose: workspaceId, max: BAR_IMPORT.symbols };
  if (!(await hasRoom(tx, limit, () => tx.$count(ownInstruments, had))))
    throw invalid(`A workspace can import at most ${BAR_IMPORT.symbols} symbols.`);
  const { timeZone } = CALENDARS[session];
  return known
    ? { id: known.id, symbol, session, timeZone, is: 'removed' }
    : { id: newId(), symbol, session, timeZone, is: 'new' };
}

async function ownMade(tx: Tx, workspaceId: string, form: BarImportForm, createdAt: Date): Promise<Own> {
  const { is, ...own } = await ownOrNew(tx, workspaceId, form);
  if (is === 'known') return own;
  const currency = form.currency ?? 'USD';
  if (is === 'removed') {
    await tx
      .update(instruments)
      .set({ session: own.session, timeZone: own.timeZone, currency })
      .where(eq(instruments.id, own.id));
    await tx
      .update(ownInstruments)
      .set({ removedAt: null })
      .where(and(eq(ownInstruments.workspaceId, workspaceId), eq(ownInstruments.instrumentId, own.id)));
    return own;
  }
  await tx.insert(instruments).values({ ...own, name: own.symbol, currency, createdAt, owned: true });
  await tx.insert(ownInstruments).values({ workspaceId, instrumentId: own.id, symbol: own.symbol });
  return own;
}

const invalid = (sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field: 'symbol' } });
