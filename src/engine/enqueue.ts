import type { Runs } from '#src/db/database.ts';

/** The jobs the engine asks for, one or many. The queues themselves are not its business: they are handed in. */
type EngineJobs = {
  'compose-alert': { workspaceId: string; alertId: string };
  'deliver-alert': { workspaceId: string; alertId: string };
};
export type EngineEnqueue = <Q extends keyof EngineJobs>(
  tx: Runs,
  queue: Q,
  ...data: EngineJobs[Q][]
) => Promise<void>;

/** Tells open screens of a workspace that something changed: its alerts by default. Never inside a transaction. */
export type Announce = (
  workspaceId: string,
  topic?: 'alerts' | 'notifications' | 'feeds' | 'outside' | 'channels',
) => void;
