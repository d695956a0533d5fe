import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { AccountMailJob, MailRequestJob } from '#src/accounts/deps.ts';
import type { ChatMailJob, ChatNoticeJob } from '#src/support/chat/deps.ts';
import type { ContactMailJob } from '#src/support/contact/deps.ts';
import type { ImportJob } from '#src/people/import/run.ts';
import type { Runs } from '#src/db/database.ts';
import type { ApprovalMailJob, ApprovalPushJob, ApproverInvitationJob } from '#src/engine/enqueue.ts';
import { APP_ROLE, SYSTEM_ROLE } from '#src/db/roles.ts';
import type { InvitationMailJob } from '#src/workspaces/team/deps.ts';
import type { LeadMailJob } from '#src/support/leads/deps.ts';
import type { SubscriberMailJob } from '#src/subscribers/sign-up/deps.ts';
import type { NotificationMailJob } from '#src/workspaces/notification-mail.ts';
import type { NotificationPushJob } from '#src/workspaces/notification-push.ts';

/** What each queue's jobs carry. Ids only: the rows are the truth, and nothing secret lies in a job unsealed. */
export type QueueData = {
  'account-mail': AccountMailJob | MailRequestJob;
  'approval-mail': ApprovalMailJob | ApproverInvitationJob;
  'chat-mail': ChatMailJob;
  'chat-notice': ChatNoticeJob;
  'contact-import': ImportJob;
  'contact-mail': ContactMailJob;
  'compose-alert': { workspaceId: string; alertId: string };
  'deliver-alert': { workspaceId: string; alertId: string };
  'invitation-mail': InvitationMailJob;
  'lead-mail': LeadMailJob;
  'link-certificate': { workspaceId: string; brandId: string };
  'member-push': ApprovalPushJob | NotificationPushJob;
  'notification-mail': NotificationMailJob;
  'subscriber-mail': SubscriberMailJob;
  'trial-run': { workspaceId: string; trialRunId: string };
};
export type QueueName = keyof QueueData;

type QueueSettings = {
  retryLimit: number;
  /** Seconds before the first retry; doubles with each. */
  retryDelay: number;
  /** A worker that has been killed is missed after this many seconds. */
  heartbeatSeconds: number;
  /** So long it lies there before anybody works it. */
  startAfterSeconds?: number;
};

const ordinary: QueueSettings = { retryLimit: 5, retryDelay: 2, heartbeatSeconds: 10 };
export const QUEUES: Record<QueueName, QueueSettings> = {
  'account-mail': { ...ordinary, retryLimit: 8 },
  'approval-mail': { ...ordinary, retryLimit: 8 },
  // What is written within the minute goes in one mail.
  'chat-mail': { ...ordinary, retryLimit: 8, startAfterSeconds: 60 },
  // An open panel has shown the answer by then.
  'chat-notice': { ...ordinary, startAfterSeconds: 4 },
  'contact-import': { ...ordinary, retryLimit: 3 },
  'contact-mail': { ...ordinary, retryLimit: 8 },
  'compose-alert': ordinary,
  'deliver-alert': ordinary,
  'invitation-mail': { ...ordinary, retryLimit: 8 },
  'lead-mail': { ...ordinary, retryLimit: 8 },
  'link-certificate': ordinary,
  'member-push': ordinary,
  'notification-mail': { ...ordinary, retryLimit: 8 },
  'subscriber-mail': { ...ordinary, retryLimit: 8 },
  'trial-run': { ...ordinary, retryLimit: 2 },
};
/** Jobs that failed for good; the operator sees them. */
export const DEAD_LETTERS = 'dead-letters';

/** Puts jobs into the caller's transaction, all in one statement: they exist if, and only if, the transaction commits. */
export type Enqueue = <Q extends QueueName>(tx: Runs, queue: Q, ...data: QueueData[Q][]) => Promise<void>;

/**
 * Makes or updates the queues' schema and the queues, as the owner, and grants the serving roles what they need:
 * the app role may only add jobs.
 */
export async function prepareQueues(owner: { client: pg.Client; url: string }): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  const errors: Error[] = [];
  boss.on('error', (error) => errors.push(error));
  await boss.start();
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS);
  for (const [name, { startAfterSeconds: _, ...settings }] of Object.entries(QUEUES)) {
    const options = { ...settings, retryBackoff: true, deadLetter: DEAD_LETTERS, notify: true };
    if (existing.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }
  await boss.stop({ graceful: false, close: false });
  if (errors[0]) throw errors[0];
  await owner.client.query(`
    grant usage on schema pgboss to ${APP_ROLE}, ${SYSTEM_ROLE};
    grant select, insert, update, delete on all tables in schema pgboss to ${SYSTEM_ROLE};
    grant execute on all functions in schema pgboss to ${SYSTEM_ROLE};
    grant select on pgboss.queue, pgboss.version to ${APP_ROLE};
    revoke select on pgboss.job, pgboss.job_common from ${APP_ROLE};
    grant insert on pgboss.job, pgboss.job_common to ${APP_ROLE};
    -- Adding a job asks for others of the same key; what other workspaces' jobs carry is nobody's business.
    do $$
    declare t text; columns text;
    begin
      foreach t in array array['job', 'job_common'] loop
        select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
         where attrelid = ('pgboss.' || t)::regclass and attnum > 0 and not attisdropped
           and attname not in ('data', 'output');
        execute format('grant select (%s) on pgboss.%I to ${APP_ROLE}', columns, t);
      end loop;
    end $$;
  `);
}

/** A boss that works the queues under the system role. The owner has made the schema; this one never does. */
export function openBoss(options: { url: string; onError: (error: Error) => void }): PgBoss {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'bellwire jobs',
    max: 8,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    useListenNotify: true,
    // A killed worker's jobs come back within heartbeat + supervision, not after the default minute.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', options.onError);
  return boss;
}

export function createEnqueue(boss: PgBoss): Enqueue {
  return async (tx, queue, ...data) => {
    const startAfter = QUEUES[queue].startAfterSeconds ?? 0;
    const jobs = data.map((each) => ({ data: each, startAfter }));
    const ids = await boss.insert(queue, jobs, { returnId: true, db: fromDrizzle(tx, sql) });
    if (ids?.length !== jobs.length) throw new Error(`The queue ${queue} did not take every job.`);
  };
}
