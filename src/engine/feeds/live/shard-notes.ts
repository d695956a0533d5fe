import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { FeedHappeningKind } from '#src/shared/feeds.ts';
import type { Exchange } from './exchange.ts';
import { fullSentence } from './live-feed.ts';
import { noteHappening, storeRefusal, type Watched } from './live-store.ts';
import { onceAnHour } from './silence.ts';

/** Writes down what happens to a feed, for people to see; `background` sees to what is written. */
export const shardNotes = (
  { system, clock }: { system: Database; clock: Clock },
  exchange: Exchange,
  background: (work: Promise<unknown>, what: string) => void,
) => {
  const isNew = onceAnHour();
  let turnedAway = new Set<string>();

  /** Who watches the instrument sees it, or everybody. */
  function happen(kind: FeedHappeningKind, instrument: Watched | null, problem: string): void {
    background(
      noteHappening(system, {
        feed: exchange.name,
        kind,
        ...(instrument ? { instrumentId: instrument.id } : {}),
        problem: instrument ? `${instrument.symbol}: ${problem}` : problem,
        at: clock(),
      }),
      'noting what happened to a feed failed',
    );
  }

  /** What concerns no symbol may concern any of them: everybody sees it, once an hour where it is said again. */
  const refuseAny = (problem: string): void => {
    if (isNew(problem, clock().getTime())) happen('refused', null, problem);
  };

  function storeRefusals(instruments: readonly Watched[], problem: string): void {
    const ids = instruments.map(({ id }) => id);
    background(storeRefusal(system, ids, problem), 'noting a refusal failed');
  }

  return {
    happen,
    refuseAny,
    refuse: (instrument: Watched, problem: string): void => {
      happen('refused', instrument, problem);
      storeRefusals([instrument], problem);
    },
    /** What is watched beyond the room there is, all of it each time: it waits until others are left. */
    turnAway: (beyond: readonly Watched[]): void => {
      const fresh = beyond.filter(({ id }) => !turnedAway.has(id));
      turnedAway = new Set(beyond.map(({ id }) => id));
      if (fresh.length === 0) return;
      refuseAny(fullSentence(exchange));
      storeRefusals(fresh, fullSentence(exchange));
    },
  };
};
