import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntry } from './append.ts';
import { peopleOf } from './people.ts';

type Edit = {
  workspaceId: string;
  alertId: string;
  at: Date;
  /** The hash of what was written, and of what it replaces. */
  revision: string;
  replaces: string;
  bytes: readonly string[];
  by: { userId: string; name: string; email: string; entity: string | null };
  /** What the gate can't check and the editor vouched for: in which text, why it was marked, and what is written there. */
  vouched: readonly { language: string; at: string; code: string; found: string }[];
};

/** Records who edited an alert that waits, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordEdit(tx: Tx, edit: Edit): Promise<void> {
  const { workspaceId, alertId, at, revision, replaces, vouched } = edit;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const { userId, ...who } = edit.by;
  const person = (await peopleOf(tx, workspaceId, [userId])).get(userId);
  if (!person) throw new Error('A person who was erased cannot edit.');
  const by = { person: person.pseudonym, sealed: person.seal(who) };
  const bytes = [...new Set(edit.bytes)].sort();
  const body = { revision, replaces, by, vouched: vouched.length > 0, vouches: vouched, bytes };
  await appendEntry(tx, { kind: 'edit', subject: alertId, at, body });
}
