import type { Database } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Announce } from '../../enqueue.ts';
import { watchersOf } from './live-store.ts';

/** Tells everybody who watches one of the instruments that no prices come. */
export async function tellOfSilence(
  deps: { app: Database; system: Database; announce: Announce },
  silence: { title: string; instrumentIds: readonly string[]; problem: string; since: Date; now: Date },
): Promise<void> {
  for (const workspaceId of await watchersOf(deps.system, silence.instrumentIds)) {
    const title = `No prices from ${silence.title}`;
    const text = `Since ${silence.since.toISOString().slice(11, 16)} UTC: ${silence.problem}. Rules on its symbols wait; nothing is lost as soon as it is back.`;
    const told = await withTenant(deps.app, workspaceId, (tx) =>
      notifyMembers(tx, {
        workspaceId,
        kind: 'feed_silent',
        title,
        text,
        link: '/feeds',
        at: silence.now,
        again: { title: `${title}, {n} times within the hour`, text, link: '/feeds' },
      }),
    );
    if (told) deps.announce(workspaceId, 'notifications');
  }
}
