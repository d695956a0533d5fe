import type { Context } from 'hono';
import type { Tx } from '#src/db/database.ts';
import { recordOperator } from '#src/db/queries/operator.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OperatorJob } from '#src/shared/operator.ts';
import type { OperatorEnv } from './guard.ts';
import { iso, pageAsked } from './page.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

type Failed = {
  id: string;
  queue: string;
  failedAt: Date;
  createdAt: Date | null;
  tries: number;
  reason: string;
  about: string;
};
/** Runs in the same transaction as the act. */
type Along = (tx: Tx, job: { queue: string }) => Promise<void>;

/** The jobs that failed for good, as the queues keep them. Acts answer false where the job is not there any more. */
export type DeadLetterService = {
  count: () => Promise<number>;
  list: (page: { after: Cursor | null; limit: number }) => Promise<{ items: Failed[]; next: string | null }>;
  retry: (id: string, along: Along) => Promise<boolean>;
  discard: (id: string, along: Along) => Promise<boolean>;
};

export function addJobRoutes(route: OperatorRoute, deps: { clock: Clock; jobs: DeadLetterService }): void {
  route(OPERATOR.jobs, async (c) => {
    const { items, next } = await deps.jobs.list(pageAsked(c));
    const shown = items.map((job): OperatorJob => ({
      ...job,
      failedAt: job.failedAt.toISOString(),
      createdAt: iso(job.createdAt),
    }));
    return c.json({ items: shown, next });
  });

  const act =
    (how: 'retry' | 'discard', action: string) =>
    async (c: Context<OperatorEnv>): Promise<Response> => {
      const id = idOf(c);
      const at = deps.clock();
      const done = await deps.jobs[how](id, (tx, { queue: subject }) =>
        recordOperator(tx, c.get('session'), { action, subject, detail: { job: id }, at }),
      );
      if (!done) throw new AppError('not_found', 'This job no longer exists.');
      return c.body(null, 204);
    };
  route(OPERATOR.retryJob, act('retry', 'job.retried'));
  route(OPERATOR.discardJob, act('discard', 'job.discarded'));
}
