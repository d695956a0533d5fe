import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { contactImports } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { CONTACT_IMPORT, type ImportFault, type ImportState } from '#src/shared/contact-import.ts';
import { recordConsents } from '#src/ledger/consent.ts';
import { writeConsents } from '../consents.ts';
import { type Decided, decide } from '../decide.ts';
import type { PeopleDeps } from '../deps.ts';
import { type Known, nothingKnown, readKnown } from '../known.ts';
import { roomForContacts } from '../room.ts';
import { isProblem, type Row, rowReader } from '../rows.ts';
import { writeContacts } from '../write.ts';
import { type CsvRow, csvRows } from './csv.ts';
import { columnOf, rowOfCells } from './mapping.ts';
import { keepChanges } from './changes.ts';
import { undoImport } from './undo.ts';

const BATCH = 2_500;

export type ImportJob = { workspaceId: string; importId: string };
type Stored = typeof contactImports.$inferSelect;

/**
 * Does what an import's state asks for: checks every row without storing anything, imports, or undoes. A killed run goes
 * on where its last batch was committed.
 */
export async function runImport(deps: PeopleDeps, job: ImportJob): Promise<void> {
  const stored = await withTenant(deps.app, job.workspaceId, async (tx) => {
    const [found] = await tx.select().from(contactImports).where(eq(contactImports.id, job.importId));
    return found;
  });
  if (stored?.state === 'undoing') await undoImport(deps, job);
  else if (stored?.body && (stored.state === 'checking' || stored.state === 'importing'))
    await goThrough(deps, job, stored, stored.body);
}

/** When a run failed for good. */
export const failImport = (deps: PeopleDeps, { workspaceId, importId }: ImportJob, problem: string) =>
  withTenant(deps.app, workspaceId, (tx) =>
    tx
      .update(contactImports)
      .set({ state: 'failed', problem, updatedAt: deps.clock() })
      .where(and(eq(contactImports.id, importId), sql`state in ('checking', 'importing', 'undoing')`)),
  );

async function goThrough(deps: PeopleDeps, job: ImportJob, stored: Stored, body: string): Promise<void> {
  const isDry = stored.state === 'checking';
  const { mapping, header, options, delimiter } = stored;
  const read = rowReader(deps.addressForms, deps.clock());
  // A dry run remembers what it would have created; an import finds it in the database.
  const overlay = nothingKnown();
  let left: number | null = null;
  let skip = 1 + (isDry ? 0 : stored.done);

  const work = (rows: readonly CsvRow[], isLast: boolean) =>
    withTenant(deps.app, job.workspaceId, async (tx) => {
      const now = deps.clock();
      // The connection's plans may be of a time when the tables were small: a foreign key was checked by going through all.
      if (!isDry) await tx.execute(sql`discard plans`);
      const room = await roomForContacts(tx, job.workspaceId, now);
      left = isDry ? (left ?? room.left) : room.left;
      const space = { left, sentence: () => room.refusal().message };
      const known = isDry ? overlay : nothingKnown();
      const given = rows.map(({ cells }) =>
        cells.length > header.length
          ? {
              field: '',
              message: `This line has ${cells.length} columns, the header ${header.length}. Put quotation marks around cells with a separator.`,
            }
          : read(rowOfCells(cells, mapping, options)),
      );
      await readKnown(
        tx,
        given.filter((row): row is Row => !isProblem(row)),
        known,
      );
      const touched = new Set<Known>();
      const faults: ImportFault[] = [];
      const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
      for (const [at, row] of given.entries()) {
        const decided: Decided = isProblem(row)
          ? { outcome: 'rejected', contact: null, problem: row }
          : decide(row, known, space, options);
        counts[decided.outcome] += 1;
        if (decided.contact && decided.outcome !== 'unchanged') touched.add(decided.contact);
        if (decided.problem && faults.length < CONTACT_IMPORT.faults)
          faults.push({
            line: rows[at]?.line ?? 0,
            column: columnOf(decided.problem.field, mapping, header),
            message: decided.problem.message,
          });
      }
      left = space.left;
      if (!isDry) {
        const kept = [...known.byAddress.values()].map(({ id }) => id);
        await writeContacts(tx, { workspaceId: job.workspaceId, touched, kept, now });
      }
      await progress(tx, job, { counts, faults, count: rows.length, isLast, isDry, now });
      if (isDry) return;
      await tellNearLimit(tx, job.workspaceId, now);
      const consents = { workspaceId: job.workspaceId, source: 'import', now } as const;
      const agreed = await writeConsents(tx, consents, touched);
      await keepChanges(tx, job, touched);
      await recordConsents(tx, { ...consents, given: agreed });
    });

  let batch: CsvRow[] = [];
  for (const row of csvRows(body, delimiter)) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    batch.push(row);
    if (batch.length < BATCH) continue;
    await work(batch, false);
    batch = [];
  }
  await work(batch, true);
}

async function progress(
  tx: Tx,
  { importId }: ImportJob,
  step: {
    counts: Record<'created' | 'updated' | 'unchanged' | 'rejected', number>;
    faults: readonly ImportFault[];
    count: number;
    isLast: boolean;
    isDry: boolean;
    now: Date;
  },
): Promise<void> {
  const { counts, faults, count, isLast, isDry, now } = step;
  const ended: ImportState = isDry ? 'checked' : 'imported';
  await tx.execute(sql`
    update contact_imports set done = done + ${count}, created = created + ${counts.created},
           updated = updated + ${counts.updated}, unchanged = unchanged + ${counts.unchanged},
           rejected = rejected + ${counts.rejected}, updated_at = ${now.toISOString()}::timestamptz,
           faults = case when jsonb_array_length(faults) < ${CONTACT_IMPORT.faults}
                         then faults || ${JSON.stringify(faults)}::jsonb else faults end,
           state = case when ${isLast} then ${ended} else state end,
           body = case when ${isLast && !isDry} then null else body end
     where id = ${importId}::uuid`);
}
