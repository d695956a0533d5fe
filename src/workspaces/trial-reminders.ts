import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { mailOwners } from '#src/db/queries/mail-owners.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { GRACE_DAYS } from '#src/shared/product.ts';

/** A mail of fixed text to one person. */
type TrialMail = { userId: string; kind: 'trial_ending' | 'trial_ended' | 'workspace_read_only' };

export type ReminderDeps = {
  app: Database;
  system: Database;
  enqueue: (tx: Tx, queue: 'account-mail', data: TrialMail) => Promise<void>;
  announce: (workspaceId: string, topic: 'notifications') => void;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

const DAY_MS = 86_400_000;
const BEFORE_MS = 3 * DAY_MS;
const GRACE_MS = GRACE_DAYS * DAY_MS;

/**
 * Tells the members, and by mail the owners, of the end of a trial: three days before, when it has come, and when the
 * grace has passed. Each is told once, by whichever process comes first; a program that was off for a while tells what
 * holds now and nothing that is past. @returns how many were told of something
 */
export async function remindOfTrials(deps: ReminderDeps): Promise<number> {
  const { rows } = await deps.system.execute<{ workspace_id: string; trial_ends_at: string }>(
    sql`select workspace_id, trial_ends_at from subscriptions where status = 'Trial' order by trial_ends_at`,
  );
  let told = 0;
  for (const row of rows) {
    const at = deps.clock();
    const words = wordsOf(new Date(row.trial_ends_at), at);
    if (!words) continue;
    const workspaceId = row.workspace_id;
    try {
      const isNew = await withTenant(deps.app, workspaceId, async (tx) => {
        const first = await notifyMembers(tx, { workspaceId, at, link: '/plans', once: true, ...words });
        if (first) await mailOwners(tx, deps.enqueue, workspaceId, words.kind);
        return first;
      });
      if (!isNew) continue;
      told += 1;
      deps.announce(workspaceId, 'notifications');
    } catch (error) {
      // The same one is first in the next run too: it must not keep the others from being told.
      deps.log.warn({ err: error, workspace: workspaceId }, 'a trial’s end couldn’t be announced');
    }
  }
  return told;
}

function wordsOf(end: Date, now: Date) {
  const left = end.getTime() - now.getTime();
  const readOnlyFrom = new Date(end.getTime() + GRACE_MS);
  if (left > BEFORE_MS || left < -2 * GRACE_MS) return null;
  if (left > 0) {
    return {
      kind: 'trial_ending',
      title: `Your trial ends on ${dayOf(end)}`,
      text: `Choose a plan to keep your alerts running. Without one, they continue until ${dayOf(readOnlyFrom)}. Then the workspace becomes read-only.`,
    } as const;
  }
  if (now < readOnlyFrom) {
    return {
      kind: 'trial_ended',
      title: 'Your trial has ended',
      text: `It ran until ${dayOf(end)}. Choose a plan by ${dayOf(readOnlyFrom)}. After that, the workspace is read-only and sends no alerts.`,
    } as const;
  }
  return {
    kind: 'workspace_read_only',
    title: 'Your workspace is read-only',
    text: 'Your trial and its grace period have ended. You can still read and export everything. Choose a plan to continue.',
  } as const;
}

const dayOf = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
