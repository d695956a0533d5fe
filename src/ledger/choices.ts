import type { Tx } from '#src/db/database.ts';
import type { Choice } from '#src/db/queries/unsubscriptions.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntries } from './append.ts';
import { peopleOf } from './people.ts';

/**
 * Records what people left or came back to, an entry each, in the transaction that does it, of which it is the last step:
 * see `appendEntries`. Of people who were erased nothing is recorded, and nothing of the demo's.
 */
export async function recordChoices(tx: Tx, workspaceId: string, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0 || workspaceId === DEMO_WORKSPACE_ID) return;
  const ids = choices.map(({ contactId }) => contactId);
  const people = await peopleOf(tx, workspaceId, ids);
  const entries = choices.flatMap(({ contactId, kind, source, brandId, channel, topic, at }) => {
    const person = people.get(contactId)?.pseudonym;
    if (person === undefined) return [];
    const body = { person, kind, source, brand: brandId, channel, topic };
    return [{ kind: 'consent' as const, subject: person, at, body }];
  });
  if (entries.length > 0) await appendEntries(tx, entries);
}
