import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { QueueData, QueueName } from './queues.ts';

export type JobHandler<Q extends QueueName> = (
  data: QueueData[Q],
  job: { id: string; retryCount: number },
) => Promise<void>;

type WorkLog = { error: (context: object, message: string) => void };

/**
 * Works one queue with several workers that wait for nobody: a slow job holds up itself and no other tenant's. A
 * worker that found a job looks again at once, so that a backlog does not wait for the next poll.
 */
export async function workQueue<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  handler: JobHandler<Q>,
  log: WorkLog,
  workers = 8,
): Promise<void> {
  for (let each = 0; each < workers; each += 1) await startWorker(boss, queue, handler, log);
}

async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  handler: JobHandler<Q>,
  log: WorkLog,
): Promise<void> {
  let own: string | undefined;
  const work = async (job: Job<QueueData[Q]>): Promise<JobResult> => {
    try {
      await handler(job.data, { id: job.id, retryCount: job.retryCount });
      return { id: job.id, status: 'completed' };
    } catch (error) {
      log.error({ err: error, queue, job: job.id, retry: job.retryCount }, 'a job failed');
      return {
        id: job.id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  };
  own = await boss.work<QueueData[Q]>(
    queue,
    { batchSize: 1, notifyPollingIntervalSeconds: 5, perJobResults: true },
    async (jobs) => {
      const results = await Promise.all(jobs.map(work));
      // The queue's own burst mode leaves out batches of one, and several jobs of one transaction wake a worker once.
      if (own !== undefined) boss.notifyWorker(own);
      return results;
    },
  );
}
