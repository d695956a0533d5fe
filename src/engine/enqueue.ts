import type { Runs } from '#src/db/database.ts';

/** The jobs the engine asks for, one or many. The queues themselves are not its business: they are handed in. */
export type EngineJobs = {
  'compose-alert': { workspaceId: string; alertId: string };
  'deliver-alert': { workspaceId: string; alertId: string };
};
export type EngineEnqueue = <Q extends keyof EngineJobs>(
  tx: Runs,
  queue: Q,
  ...data: EngineJobs[Q][]
) => Promise<void>;

/** Tells whoever looks at a workspace that something changed: its alerts unless told. Never inside a transaction. */
export type Announce = (
  workspaceId: string,
  topic?: 'alerts' | 'notifications' | 'feeds' | 'outside',
) => void;
