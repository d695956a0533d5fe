import type { Actor, KeepAnswer } from '#src/db/queries/activity.ts';

/** Who changes something, and in which workspace. */
export type By = {
  workspaceId: string;
  actor: Actor;
  keepAnswer?: KeepAnswer;
};

/** Who stops or mutes something, or ends that: a member, or a program with a key. */
export type Stopper = By & { person: { userId: string; name: string; email: string } | null };

/** `user:` and the id, or `key:` and the key's name. */
export const stopperOf = ({ actor }: Stopper): string =>
  actor.userId === null ? `key:${actor.name}` : `user:${actor.userId}`;
