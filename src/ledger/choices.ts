import type { Tx } from '#src/db/database.ts';
import type { Choice } from '#src/db/queries/unsubscriptions.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { appendEntries } from './append.ts';
import { keepTexts } from './bytes.ts';
import { peopleOf } from './people.ts';

const TEXT = 'text/plain; charset=utf-8';

/**
 * Records what people left or came back to, an entry each, in the transaction that does it, of which it is the last step:
 * see `appendEntries`. Of people who were erased nothing is recorded, and nothing of the demo's.
 */
export async function recordChoices(tx: Tx, workspaceId: string, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0 || workspaceId === DEMO_WORKSPACE_ID) return;
  const ids = choices.map(({ contactId }) => contactId);
  const people = await peopleOf(tx, workspaceId, ids);
  const wordings = [...new Set(choices.flatMap(({ wording }) => wording ?? []))];
  const kept = await keepTexts(
    tx,
    wordings.map((text) => ({ text, type: TEXT })),
  );
  const hashOf = new Map(wordings.map((text, n) => [text, kept[n] ?? '']));
  const entries = choices.flatMap(({ contactId, kind, source, brandId, channel, topic, at, wording }) => {
    const person = people.get(contactId)?.pseudonym;
    if (person === undefined) return [];
    const words = hashOf.get(wording ?? '');
    const body = {
      person,
      kind,
      source,
      brand: brandId,
      channel,
      topic,
      ...(words === undefined ? {} : { wording: words, bytes: [words] }),
    };
    return [{ kind: 'consent' as const, subject: person, at, body }];
  });
  if (entries.length > 0) await appendEntries(tx, entries);
}
