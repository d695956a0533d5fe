import type { Actor, KeepAnswer } from '#src/db/queries/activity.ts';

/** Who changes something, and in which workspace. */
export type By = {
  workspaceId: string;
  actor: Actor;
  keepAnswer?: KeepAnswer;
};
