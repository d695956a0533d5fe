import { sql } from 'drizzle-orm';
import { NOTIFICATION_DAYS } from '#src/shared/notifications.ts';
import { type ReminderDeps, remindOfTrials } from './trial-reminders.ts';

export type UpkeepDeps = ReminderDeps;

const PER_STEP = 5_000;

/**
 * What nobody's doing brings about: trials end, and notifications get old and go. The database's policies say which
 * rows these are (migrations 0011 and 0013). Doing it again changes nothing.
 */
export async function keepNotifications(deps: UpkeepDeps): Promise<{ deleted: number; trials: number }> {
  return { deleted: await deleteOld(deps), trials: await remindOfTrials(deps) };
}

async function deleteOld({ system }: UpkeepDeps): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await system.execute(sql`
      delete from notifications where (workspace_id, id) in
        (select workspace_id, id from notifications
          where created_at < now() - ${`${NOTIFICATION_DAYS} days`}::interval order by created_at limit ${PER_STEP})`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}
