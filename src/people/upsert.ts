import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { RowOutcome, UpsertResult, UpsertRow } from '#src/shared/contacts.ts';
import { keepConsents, sourceOf } from './consents.ts';
import { type Decided, decide } from './decide.ts';
import type { By, PeopleDeps } from './deps.ts';
import { type Known, nothingKnown, readKnown } from './known.ts';
import { roomForContacts } from './room.ts';
import { isProblem, type Row, rowReader } from './rows.ts';
import { writeContacts } from './write.ts';

/** Creates and changes contacts in bulk. A row that can't be used is rejected by itself; the others are stored. */
export const upsertContacts =
  ({ app, clock, addressForms }: PeopleDeps) =>
  (by: By, given: readonly UpsertRow[]): Promise<UpsertResult> =>
    withTenant(app, by.workspaceId, async (tx) => {
      const now = clock();
      const read = rowReader(addressForms, now);
      const room = await roomForContacts(tx, by.workspaceId, now);
      const rows = given.map(read);
      const known = nothingKnown();
      await readKnown(
        tx,
        rows.filter((row): row is Row => !isProblem(row)),
        known,
      );
      const left = { left: room.left, sentence: () => room.refusal().message };
      const decided = rows.map((row): Decided =>
        isProblem(row) ? { outcome: 'rejected', contact: null, problem: row } : decide(row, known, left),
      );
      const touched = new Set(decided.flatMap(({ contact }): Known[] => (contact ? [contact] : [])));
      const kept = [...known.byAddress.values()].map(({ id }) => id);
      await writeContacts(tx, { workspaceId: by.workspaceId, touched, kept, now });
      await tellNearLimit(tx, by.workspaceId, now);
      const count = (outcome: RowOutcome) => decided.filter((each) => each.outcome === outcome).length;
      const result: UpsertResult = {
        items: decided.map(({ outcome, contact, problem }, row) => ({
          row,
          outcome,
          id: contact?.id ?? null,
          problem: problem && { field: problem.field, message: problem.message },
        })),
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        rejected: count('rejected'),
      };
      await keepConsents(tx, { workspaceId: by.workspaceId, source: sourceOf(by), now }, touched);
      await by.keepAnswer?.(tx, 200, result);
      return result;
    });
