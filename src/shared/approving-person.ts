/** Who decides on an alert: a member of the workspace, or a client approver of the alert's brand. */
export type Person = { userId: string; approverId?: never } | { approverId: string; userId?: never };

/** A person in histories and lists. */
export type PersonKey = `user:${string}` | `client:${string}`;

export const keyOf = ({ userId, approverId }: Person): PersonKey =>
  userId === undefined ? `client:${approverId}` : `user:${userId}`;

/** The id that the ledger knows a person by. */
export const idOfPerson = ({ userId, approverId }: Person): string => userId ?? approverId;

export const idOfKey = (key: PersonKey): string => key.slice(key.indexOf(':') + 1);
