import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';

export type SweepDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** True when the process of that name is certainly gone (src/db/liveness.ts). */
  isDead: (instanceId: string) => Promise<boolean>;
  /** How long a fan-out may stand still before it gets another job; a minute where it is not given. */
  standsStillMs?: number;
};
