import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';

export type UpkeepDeps = {
  app: Database;
  system: Database;
  announce: (workspaceId: string, topic: 'notifications') => void;
  clock: Clock;
};

const PER_STEP = 5_000;

/**
 * What nobody's doing brings about: trials end, and notifications get old and go. The database's policies say which
 * rows these are (migration 0011). Doing it again changes nothing.
 */
export async function keepNotifications(deps: UpkeepDeps): Promise<{ deleted: number; trials: number }> {
  return { deleted: await deleteOld(deps), trials: await noteTrials(deps) };
}

async function deleteOld({ system }: UpkeepDeps): Promise<number> {
  let deleted = 0;
  for (;;) {
    // All that this role can see is old enough.
    const { rowCount } = await system.execute(sql`
      delete from notifications where (workspace_id, id) in
        (select workspace_id, id from notifications order by created_at limit ${PER_STEP})`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}

async function noteTrials(deps: UpkeepDeps): Promise<number> {
  const { rows } = await deps.system.execute<{ workspace_id: string; trial_ends_at: string }>(
    sql`select workspace_id, trial_ends_at from subscriptions order by trial_ends_at`,
  );
  let told = 0;
  for (const row of rows) {
    const at = deps.clock();
    const words = wordsOf(new Date(row.trial_ends_at), at);
    const isNew = await withTenant(deps.app, row.workspace_id, (tx) =>
      notifyMembers(tx, { workspaceId: row.workspace_id, at, link: '/', once: true, ...words }),
    );
    if (!isNew) continue;
    told += 1;
    deps.announce(row.workspace_id, 'notifications');
  }
  return told;
}

function wordsOf(end: Date, now: Date) {
  const day = end.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return end <= now
    ? ({ kind: 'trial_ended', title: 'Your trial has ended', text: `It ran until ${day}.` } as const)
    : ({
        kind: 'trial_ending',
        title: `Your trial ends on ${day}`,
        text: 'Your plan stands at the top of the dashboard.',
      } as const);
}
