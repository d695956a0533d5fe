import { inArray } from 'drizzle-orm';
import { peopleIn } from '#src/shared/approving-person.ts';
import { approverName } from '#src/shared/client-approvers.ts';
import type { Tx } from '../database.ts';
import { clientApprovers, users } from '../schema.ts';

const PERSON = 'user:';
const CLIENT = 'client:';

/**
 * People by name, or by address where they gave none; people who have left are 'a former member'. Client approvers with the
 * company they approve for, and deputies with whose place they took.
 */
export async function actorNames(tx: Tx, actors: string[]): Promise<Map<string, string>> {
  const people = actors.flatMap(peopleIn);
  const names = new Map([...(await memberNames(tx, people)), ...(await clientNames(tx, people))]);
  for (const actor of actors) {
    const both = peopleIn(actor);
    if (both.length > 1) names.set(actor, both.map((person) => names.get(person) ?? person).join(' for '));
  }
  return names;
}

async function clientNames(tx: Tx, actors: string[]): Promise<Map<string, string>> {
  const clients = [...new Set(actors.filter((actor) => actor.startsWith(CLIENT)))];
  if (clients.length === 0) return new Map();
  const ids = clients.map((actor) => actor.slice(CLIENT.length));
  const rows = await tx
    .select({ id: clientApprovers.id, name: clientApprovers.name, entity: clientApprovers.entity })
    .from(clientApprovers)
    .where(inArray(clientApprovers.id, ids));
  const byId = new Map(rows.map((row) => [row.id, approverName(row)]));
  return new Map(
    clients.map((actor) => [actor, byId.get(actor.slice(CLIENT.length)) ?? 'a former client approver']),
  );
}

async function memberNames(tx: Tx, actors: string[]): Promise<Map<string, string>> {
  const people = [...new Set(actors.filter((actor) => actor.startsWith(PERSON)))];
  if (people.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, email: users.email, metadata: users.userMetadata })
    .from(users)
    .where(
      inArray(
        users.id,
        people.map((actor) => actor.slice(PERSON.length)),
      ),
    );
  const byId = new Map(
    rows.map(({ id, email, metadata }) => {
      const name = [metadata['first_name'], metadata['last_name']]
        .filter((part) => typeof part === 'string' && part !== '')
        .join(' ');
      return [id, name || email];
    }),
  );
  return new Map(people.map((actor) => [actor, byId.get(actor.slice(PERSON.length)) ?? 'a former member']));
}

/** A person by name, or a program by that of its key: "key:Desk" is "Desk". */
export const authorName = (author: string, names: ReadonlyMap<string, string>): string =>
  names.get(author) ?? author.replace(/^key:/, '');
