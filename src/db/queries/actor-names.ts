import { inArray } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { users } from '../schema.ts';

const PERSON = 'user:';

/** People by name, or by address where they gave none; somebody who has left is 'a former member'. */
export async function actorNames(tx: Tx, actors: string[]): Promise<Map<string, string>> {
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
