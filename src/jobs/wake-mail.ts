import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { QUEUES } from './queues.ts';

const MAIL_QUEUES = Object.keys(QUEUES).filter((name) => name.endsWith('-mail'));

/** Jobs of emails that are to be tried again are due at once: the server is back. */
export async function wakeMailJobs(system: Database): Promise<void> {
  await system.execute(sql`
    update pgboss.job set start_after = now()
     where name = any(${sql.param(MAIL_QUEUES)}::text[]) and state = 'retry' and start_after > now()`);
}
