import type { Database } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Trouble } from '#src/engine/exchanges/live/live-feed.ts';
import { someNames } from '#src/shared/names.ts';
import type { Announce } from '../../enqueue.ts';
import { symbolsOfWatchers } from './live-store.ts';

/** This many silent symbols are named, the others counted. */
const NAMED = 5;

type NotifyDeps = { app: Database; system: Database; announce: Announce };
type Silence = {
  title: string;
  instrumentIds: readonly string[];
  /** Whether other symbols of the feed have prices. */
  isPartial: boolean;
  problem: string;
  since: Date;
  now: Date;
};

/** Notifies the members of every workspace that watches one of the instruments that there are no prices. */
export async function notifyOfSilence(deps: NotifyDeps, silence: Silence): Promise<void> {
  const watchers = await symbolsOfWatchers(deps.system, silence.instrumentIds);
  const since = silence.since.toISOString().slice(11, 16);
  for (const [workspaceId, symbols] of watchers) {
    const title = `No prices from ${silence.title}`;
    const what = silence.isPartial ? someNames(symbols, NAMED) : 'its symbols';
    const text = `Since ${since} UTC: ${silence.problem}. Rules on ${what} wait; nothing is lost as soon as it is back.`;
    const notified = await withTenant(deps.app, workspaceId, (tx) =>
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
    if (notified) deps.announce(workspaceId, 'notifications');
  }
}

/** Users hear of a connection that is silent for longer than this. */
const NOTIFY_AFTER_MS = 60_000;
/** The same notification includes connections silent for this long, so that one outage is one notification. */
const INCLUDE_AFTER_MS = 30_000;

/** Makes the function that notifies of silent connections of a feed, once per trouble. Call it again and again. */
export const silenceNotifier = (deps: NotifyDeps, title: string) => {
  const notified = new WeakSet<Trouble>();
  return async (
    troubles: readonly Trouble[],
    of: { isPartial: boolean; instrumentsOf: (symbols: readonly string[]) => string[]; now: Date },
  ): Promise<void> => {
    const now = of.now.getTime();
    const fresh = troubles.filter((each) => !notified.has(each)).toSorted((a, b) => a.since - b.since);
    const [first] = fresh;
    if (!first || now - first.since <= NOTIFY_AFTER_MS) return;
    const due = fresh.filter(({ since }) => now - since > INCLUDE_AFTER_MS);
    for (const each of due) notified.add(each);
    await notifyOfSilence(deps, {
      ...of,
      title,
      instrumentIds: of.instrumentsOf(due.flatMap(({ symbols }) => symbols())),
      problem: first.problem,
      since: new Date(first.since),
    });
  };
};
