import type { Database, Tx } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';

/** One email about a lead: the notice to the team, or the confirmation to the lead. */
export type LeadMailJob = { noticeId: string; mail: 'team' | 'confirmation' };

export type LeadsDeps = {
  db: Database;
  clock: Clock;
  /** Keys of limits are hashed with it: the table is no list of people. */
  hashKey: Buffer;
  enqueue: (tx: Tx, queue: 'lead-mail', data: LeadMailJob) => Promise<void>;
};
