import type { Database } from '#src/db/database.ts';
import type { Exchange, Halt } from '#src/engine/exchanges/live/exchange.ts';
import { fullSentence } from '#src/engine/exchanges/live/live-feed.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { FeedHappeningKind } from '#src/shared/feeds.ts';
import { recordHappening, storeHalt, storeRefusal, type Watched } from './live-store.ts';
import { oncePerHour } from './once-per-hour.ts';

/**
 * Records what happens to a feed, for users to see.
 * @param background takes care of the writes; `what` says which one failed
 */
export const feedHistory = (
  { system, clock }: { system: Database; clock: Clock },
  exchange: Exchange,
  background: (work: Promise<unknown>, what: string) => void,
) => {
  const isNew = oncePerHour();
  let turnedAway = new Set<string>();
  const halted = new Set<string>();

  /** Shown to those who watch the instrument, or to everyone if there is none. */
  function record(kind: FeedHappeningKind, instrument: Watched | null, problem: string): void {
    background(
      recordHappening(system, {
        feed: exchange.name,
        kind,
        ...(instrument ? { instrumentId: instrument.id } : {}),
        problem: instrument ? `${instrument.symbol}: ${problem}` : problem,
        at: clock(),
      }),
      'recording what happened to a feed failed',
    );
  }

  /** A refusal that names no symbol is shown to everyone, the same text once per hour. */
  const refuseAny = (problem: string): void => {
    if (isNew(problem, clock().getTime())) record('refused', null, problem);
  };

  function storeRefusals(instruments: readonly Watched[], problem: string): void {
    const ids = instruments.map(({ id }) => id);
    background(storeRefusal(system, ids, problem), 'storing a refusal failed');
  }

  return {
    record,
    refuseAny,
    refuse: (instrument: Watched, problem: string): void => {
      record('refused', instrument, problem);
      storeRefusals([instrument], problem);
    },
    /** Trading is halted, or goes on (null). The same said again is recorded once. */
    halt: (instrument: Watched, halt: Halt | null): void => {
      background(storeHalt(system, instrument.id, halt), 'storing a halt failed');
      if ((halt !== null) === halted.has(instrument.id)) return;
      if (halt) halted.add(instrument.id);
      else halted.delete(instrument.id);
      record(halt ? 'halted' : 'resumed', instrument, halt?.reason ?? 'trading goes on');
    },
    /** Marks the instruments beyond the exchange's limit as refused. Call it with all of them each time. */
    turnAway: (beyond: readonly Watched[]): void => {
      const fresh = beyond.filter(({ id }) => !turnedAway.has(id));
      turnedAway = new Set(beyond.map(({ id }) => id));
      if (fresh.length === 0) return;
      refuseAny(fullSentence(exchange));
      storeRefusals(fresh, fullSentence(exchange));
    },
  };
};
export type FeedHistory = ReturnType<typeof feedHistory>;
