import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { contactImports } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { CONTACT_IMPORT, type ContactImport, type ImportCheck } from '#src/shared/contact-import.ts';
import { AppError } from '#src/shared/errors.ts';
import { oneLabel } from '#src/shared/label.ts';
import type { By, PeopleDeps } from '../deps.ts';
import { csvRows, delimiterOf, FileError, textOf } from './csv.ts';
import { entered, guessMapping, targetsOf } from './mapping.ts';
import type { ImportJob } from './run.ts';

const SAMPLE_ROWS = 5;
const SHOWN = 20;
const CELL_SHOWN = 200;

export type ImportDeps = PeopleDeps & { enqueue: (tx: Tx, job: ImportJob) => Promise<void> };

/** Files of contacts: uploaded, mapped, checked, imported and undone. The work itself is a job's. */
export function createImports(deps: ImportDeps) {
  const { app, clock, addressForms, enqueue } = deps;

  async function begin(
    by: By,
    id: string,
    from: readonly ContactImport['state'][],
    change: (
      tx: Tx,
      stored: typeof contactImports.$inferSelect,
    ) => Promise<Partial<typeof contactImports.$inferInsert>>,
  ): Promise<ContactImport> {
    return withTenant(app, by.workspaceId, async (tx) => {
      const [stored] = await tx.select().from(contactImports).where(eq(contactImports.id, id)).for('update');
      if (!stored) throw new AppError('not_found', 'There is no such import.');
      if (!from.includes(stored.state))
        throw new AppError('validation_failed', `This import is ${stored.state}. Upload the file again.`);
      const [next] = await tx
        .update(contactImports)
        .set({ ...(await change(tx, stored)), updatedAt: clock() })
        .where(eq(contactImports.id, id))
        .returning();
      await enqueue(tx, { workspaceId: by.workspaceId, importId: id });
      const shown = shownOf(next ?? stored);
      await by.keepAnswer?.(tx, 202, shown);
      return shown;
    });
  }

  return {
    /** @throws AppError validation_failed with line and column where the file can't be read */
    upload: (by: By, file: { name: string; bytes: Uint8Array }): Promise<ContactImport> => {
      const read = readFile(file.bytes);
      return withTenant(app, by.workspaceId, async (tx) => {
        const now = clock();
        // Files that nobody went on with.
        await tx.execute(sql`delete from contact_imports where state in ('uploaded', 'checked', 'failed')
          and created_at < ${new Date(now.getTime() - 86_400_000).toISOString()}::timestamptz`);
        const [made] = await tx
          .insert(contactImports)
          .values({
            workspaceId: by.workspaceId,
            id: newId(),
            fileName: oneLabel(file.name).slice(-200) || 'contacts.csv',
            ...read,
            mapping: guessMapping(read.header, entered(addressForms())),
            options: { confirmed: false, onlyNew: false, tags: [] },
            state: 'uploaded',
            byName: by.actor.name.slice(0, 320),
            createdAt: now,
            updatedAt: now,
          })
          .returning();
        if (!made) throw new Error('The import was not stored.');
        return shownOf(made);
      });
    },

    list: (workspaceId: string): Promise<{ items: ContactImport[] }> =>
      withTenant(app, workspaceId, async (tx) => ({
        items: (
          await tx.select(COLUMNS).from(contactImports).orderBy(desc(contactImports.id)).limit(SHOWN)
        ).map(shownOf),
      })),

    one: (workspaceId: string, id: string): Promise<ContactImport> =>
      withTenant(app, workspaceId, async (tx) => {
        const [found] = await tx.select(COLUMNS).from(contactImports).where(eq(contactImports.id, id));
        if (!found) throw new AppError('not_found', 'There is no such import.');
        return shownOf(found);
      }),

    check: (by: By, id: string, { mapping, options }: ImportCheck): Promise<ContactImport> =>
      begin(by, id, ['uploaded', 'checked'], async (_tx, { header }) => {
        const known = targetsOf(entered(addressForms()));
        const wrong = mapping.find((target) => target !== null && !known.has(target));
        if (wrong !== undefined && wrong !== null)
          throw invalid('mapping', `A column can’t hold “${wrong.slice(0, 60)}”.`);
        const used = mapping.filter((target) => target !== null);
        const twice = used.find(
          (target, at) => used.indexOf(target) !== at && !target.startsWith('address:'),
        );
        if (twice) throw invalid('mapping', `Two columns hold “${twice}”. Choose one of them.`);
        if (!used.some((target) => target.startsWith('address:') || target === 'external_id'))
          throw invalid('mapping', 'Choose the column with the addresses, or with your own IDs.');
        return {
          ...NOTHING_DONE,
          mapping: header.map((_, at) => mapping[at] ?? null),
          options,
          state: 'checking',
        };
      }),

    start: (by: By, id: string): Promise<ContactImport> =>
      begin(by, id, ['checked'], async (tx, { fileName, rows }) => {
        const detail = { rows };
        await recordActivity(tx, {
          ...by,
          action: 'contacts.imported',
          subject: fileName,
          detail,
          at: clock(),
        });
        return { ...NOTHING_DONE, state: 'importing' };
      }),

    undo: (by: By, id: string): Promise<ContactImport> =>
      begin(by, id, ['imported'], async (tx, { fileName }) => {
        await recordActivity(tx, { ...by, action: 'contacts.import_undone', subject: fileName, at: clock() });
        return { state: 'undoing' };
      }),
  };
}
export type Imports = ReturnType<typeof createImports>;

const NOTHING_DONE = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  faults: [],
  problem: null,
};

/** All but the file itself. */
const COLUMNS = {
  id: contactImports.id,
  fileName: contactImports.fileName,
  header: contactImports.header,
  sample: contactImports.sample,
  mapping: contactImports.mapping,
  options: contactImports.options,
  state: contactImports.state,
  problem: contactImports.problem,
  rows: contactImports.rows,
  done: contactImports.done,
  created: contactImports.created,
  updated: contactImports.updated,
  unchanged: contactImports.unchanged,
  rejected: contactImports.rejected,
  keptChanged: contactImports.keptChanged,
  keptAgreed: contactImports.keptAgreed,
  faults: contactImports.faults,
  byName: contactImports.byName,
  createdAt: contactImports.createdAt,
};

type Shown = Omit<typeof contactImports.$inferSelect, 'workspaceId' | 'body' | 'delimiter' | 'updatedAt'>;

const shownOf = (row: Shown): ContactImport => ({
  id: row.id,
  file: row.fileName,
  state: row.state,
  problem: row.problem,
  header: row.header,
  sample: row.sample,
  mapping: row.mapping,
  options: row.options,
  rows: row.rows,
  done: row.done,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  rejected: row.rejected,
  kept: { changed: row.keptChanged, agreed: row.keptAgreed },
  faults: row.faults.slice(0, CONTACT_IMPORT.faults),
  by: row.byName,
  createdAt: row.createdAt.toISOString(),
});

/** Reads the file to its end, so that what can't be read is refused before anything is stored. */
function readFile(bytes: Uint8Array) {
  try {
    const body = textOf(bytes);
    const delimiter = delimiterOf(body);
    const rows = csvRows(body, delimiter);
    const first = rows.next();
    if (first.done) throw new FileError('The file is empty.');
    const header = first.value.cells.map((cell) => oneLabel(cell).slice(0, CELL_SHOWN));
    if (header.length > CONTACT_IMPORT.columns)
      throw new FileError(
        `The first line has ${header.length} columns; ${CONTACT_IMPORT.columns} is the most.`,
      );
    const sample: string[][] = [];
    let count = 0;
    for (const { cells } of rows) {
      if (sample.length < SAMPLE_ROWS)
        sample.push(cells.slice(0, header.length).map((cell) => cell.slice(0, CELL_SHOWN)));
      count += 1;
    }
    if (count === 0) throw new FileError('The file has a header and no rows below it.');
    if (count > CONTACT_IMPORT.rows)
      throw new FileError(
        `The file has ${count.toLocaleString('en-US')} rows; ${CONTACT_IMPORT.rows.toLocaleString('en-US')} is the most. Cut it in two.`,
      );
    return { body, delimiter, header, sample, rows: count };
  } catch (error) {
    if (error instanceof FileError) throw invalid('file', error.message);
    throw error;
  }
}

const invalid = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { details: { field } });
