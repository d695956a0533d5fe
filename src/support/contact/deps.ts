import type { Database, Tx } from '#src/db/database.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';

/** The mail that brings one message to the team. */
export type ContactMailJob = { messageId: string };

export type ContactDeps = LimitDeps & {
  db: Database;
  enqueue: (tx: Tx, queue: 'contact-mail', data: ContactMailJob) => Promise<void>;
};
