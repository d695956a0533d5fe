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

const HOUR = 3_600_000;
const MOST_KNOWN = 50;

/** Makes the question whether a sentence is to be said: not where it was within an hour (now in ms, UTC). */
export const onceAnHour = (): ((sentence: string, now: number) => boolean) => {
  const said = new Map<string, number>();
  return (sentence, now) => {
    for (const [known, at] of said) if (now - at >= HOUR || said.size > MOST_KNOWN) said.delete(known);
    if (said.has(sentence)) return false;
    said.set(sentence, now);
    return true;
  };
};
