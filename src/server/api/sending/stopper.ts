import type { Context } from 'hono';
import type { Stopper } from '#src/engine/changed-by.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type ApiEnv, byOf } from '../actor.ts';

/** Who stops or mutes something: the person of the request, or its key. */
export function stopperOf(c: Context<ApiEnv>): Stopper {
  const actor = c.get('actor');
  const by = byOf(c);
  if (actor.kind === 'key') return { ...by, person: null };
  return {
    ...by,
    person: { userId: actor.user.id, name: nameOfUser(actor.user), email: actor.user.email },
  };
}
