import type { Database } from '#src/db/database.ts';
import type { Actor } from '#src/db/queries/activity.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { DocumentStore } from './store.ts';

export type DocumentsDeps = {
  app: Database;
  store: DocumentStore;
  clock: Clock;
  /** Counts what visitors without an account open. */
  limits: LimitDeps;
  /** Tells the other members' screens. */
  announce: (workspaceId: string, topic: 'documents') => void;
};

/** Who does something, and in which workspace. */
export type By = { workspaceId: string; actor: Actor };
