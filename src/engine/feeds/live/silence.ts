import type { Database } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import { someNames } from '#src/shared/names.ts';
import type { Announce } from '../../enqueue.ts';
import type { Trouble } from './live-feed.ts';
import { symbolsOfWatchers } from './live-store.ts';

/** So many silent symbols are named, the others counted. */
const NAMED = 5;

type TellDeps = { app: Database; system: Database; announce: Announce };
type Silence = {
  title: string;
  instrumentIds: readonly string[];
  /** Where prices of others of its symbols come. */
  isPartial: boolean;
  problem: string;
  since: Date;
  now: Date;
};

/** Tells everybody who watches one of the instruments that no prices come. */
export async function tellOfSilence(deps: TellDeps, silence: Silence): Promise<void> {
  const watchers = await symbolsOfWatchers(deps.system, silence.instrumentIds);
  const since = silence.since.toISOString().slice(11, 16);
  for (const [workspaceId, symbols] of watchers) {
    const title = `No prices from ${silence.title}`;
    const what = silence.isPartial ? someNames(symbols, NAMED) : 'its symbols';
    const text = `Since ${since} UTC: ${silence.problem}. Rules on ${what} wait; nothing is lost as soon as it is back.`;
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

/** What gives nothing for so long is told of. */
const TELL_AFTER_MS = 60_000;
/** And with it what has given nothing for so long: connections that fail at about the same time are told of once. */
const WITH_IT_MS = 30_000;

/** Makes what tells of the connections of a feed that give nothing, of each trouble once. */
export const silenceTeller = (deps: TellDeps, title: string) => {
  const told = new WeakSet<Trouble>();
  return async (
    troubles: readonly Trouble[],
    of: { isPartial: boolean; instrumentsOf: (symbols: readonly string[]) => string[]; now: Date },
  ): Promise<void> => {
    const now = of.now.getTime();
    const fresh = troubles.filter((each) => !told.has(each)).toSorted((a, b) => a.since - b.since);
    const [first] = fresh;
    if (!first || now - first.since <= TELL_AFTER_MS) return;
    const due = fresh.filter(({ since }) => now - since > WITH_IT_MS);
    for (const each of due) told.add(each);
    await tellOfSilence(deps, {
      ...of,
      title,
      instrumentIds: of.instrumentsOf(due.flatMap(({ symbols }) => symbols())),
      problem: first.problem,
      since: new Date(first.since),
    });
  };
};

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
