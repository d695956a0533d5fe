import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { QueueData, QueueName } from './queues.ts';

export type JobHandler<Q extends QueueName> = (
  data: QueueData[Q],
  job: { id: string; retryCount: number },
) => Promise<void>;

export type WorkLog = { error: (context: object, message: string) => void };

/**
 * Works one queue. Jobs of a batch run side by side and end each for itself: one that throws is retried later by
 * the queue, the others are done. A small batch that is fetched again at once when it was full keeps a backlog
 * moving and a stop quick.
 */
export async function workQueue<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  handler: JobHandler<Q>,
  log: WorkLog,
): Promise<void> {
  await boss.work<QueueData[Q]>(
    queue,
    { batchSize: 8, burstWhenBatchFull: true, notifyPollingIntervalSeconds: 5, perJobResults: true },
    (jobs: Job<QueueData[Q]>[]) =>
      Promise.all(
        jobs.map(async (job): Promise<JobResult> => {
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
        }),
      ),
  );
}
