/** Who decides on an alert: a member of the workspace, or a client approver of the alert's brand. */
export type Person = { userId: string; approverId?: never } | { approverId: string; userId?: never };

/** A person in histories and lists. */
export type PersonKey = `user:${string}` | `client:${string}`;

export const keyOf = ({ userId, approverId }: Person): PersonKey =>
  userId === undefined ? `client:${approverId}` : `user:${userId}`;

/** A member who decided in the place of another, as histories write it. */
export type DeputyKey = `user:${string} for user:${string}`;
const FOR = ' for ';

/** Who acted, and in whose place. */
export const actingKey = (person: PersonKey, absent: string | null): PersonKey | DeputyKey =>
  absent === null ? person : (`${person}${FOR}user:${absent}` as DeputyKey);

/** The keys of an actor's people: one, or two where it is a deputy's. */
export const peopleIn = (actor: string): string[] => (actor.startsWith('user:') ? actor.split(FOR) : [actor]);

/** The id that the ledger knows a person by. */
export const idOfPerson = ({ userId, approverId }: Person): string => userId ?? approverId;

export const idOfKey = (key: PersonKey): string => key.slice(key.indexOf(':') + 1);
