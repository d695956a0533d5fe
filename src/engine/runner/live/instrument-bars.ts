import type { Tick } from '#src/engine/market/tick.ts';
import type { Doubt } from '#src/engine/market/quarantine/tick-inspector.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { pause } from '../run-leased.ts';
import type { FeedBars } from '../watch-series.ts';
import type { BarPipeline, Closed, ClosedBatch, Progress } from './bar-pipeline.ts';
import type { Watched } from './live-store.ts';

const AGAIN_AFTER_MS = 1_000;
/** The smallest lag is that of trades of the last one to two such periods, in ms. */
const LAG_PERIOD_MS = 60_000;

type InstrumentDeps = {
  signal: AbortSignal;
  store: {
    bars: (batch: { instrumentId: string; closed: readonly Closed[] }) => Promise<unknown>;
    progress: (reached: { instrumentId: string; progress: Progress }) => Promise<unknown>;
  };
  /** Opens the evaluation of a timeframe's rules. */
  watch: (instrument: Watched, timeframe: Timeframe) => FeedBars;
  /** Whether a rule on the series may trigger before its bar closes. */
  isEarly: (series: { instrumentId: string; timeframe: Timeframe }) => boolean;
  onError: (error: unknown, message: string) => void;
  log: { warn: (context: object, message: string) => void };
};

/**
 * A watched instrument: its trades become bars, and closed bars are stored and evaluated, one batch after the other.
 */
export const instrumentBars = (deps: InstrumentDeps, instrument: Watched, pipeline: BarPipeline) => {
  const { signal, store, log } = deps;
  const watches = new Map<Timeframe, FeedBars>();
  let settled: Promise<void> = Promise.resolve();
  const lags = recentLags();

  /** What the rules of a timeframe are shown: before its bar closes only if one of them wants it. */
  async function evaluate({ timeframe, bars, shown }: Closed, stored: Promise<unknown>): Promise<boolean> {
    const seen: readonly Bar[] = deps.isEarly({ instrumentId: instrument.id, timeframe }) ? shown : bars;
    if (seen.length === 0) return true;
    const feedBars = watches.get(timeframe) ?? deps.watch(instrument, timeframe);
    watches.set(timeframe, feedBars);
    return feedBars(seen, signal, stored);
  }

  /** Bars, then events, then the cursor: after a takeover in between it repeats, and repeating creates nothing twice. */
  async function settleOnce({ closed, progress, isPartial }: ClosedBatch): Promise<void> {
    // Evaluation starts meanwhile; its events commit only once the bars are stored.
    const stored = store.bars({ instrumentId: instrument.id, closed });
    const results = await Promise.allSettled([stored, ...closed.map((each) => evaluate(each, stored))]);
    for (const each of results) if (each.status === 'rejected') throw each.reason;
    if (results.some((each) => each.status === 'fulfilled' && each.value === false)) return;
    // Bars that are still to come of these trades need them again after a takeover.
    if (!isPartial) await store.progress({ instrumentId: instrument.id, progress });
  }

  async function settle(batch: ClosedBatch): Promise<void> {
    while (!signal.aborted) {
      try {
        return await settleOnce(batch);
      } catch (error) {
        if (error instanceof Superseded) throw error;
        // The database was down: evaluation starts anew and sees this batch again.
        watches.clear();
        log.warn({ err: error, instrument: instrument.id }, 'closed bars could not be stored and wait');
        await pause(AGAIN_AFTER_MS, signal);
      }
    }
  }

  function close(now?: number): void {
    const batch = pipeline.close(now);
    if (batch) queue(batch);
  }

  function queue(batch: ClosedBatch): void {
    settled = settled
      .then(() => settle(batch))
      .catch((error: unknown) => deps.onError(error, 'settling closed bars failed'));
  }

  return {
    instrument,
    /** Adds a trade and closes the bars that it ends. @returns what is wrong with it, `late` if its bar is closed */
    add: (tick: Tick, receivedAt: number): Doubt | 'late' | null => {
      lags.add(receivedAt - tick.ts, receivedAt);
      const doubt = pipeline.add(tick, receivedAt);
      if (!doubt) close();
      return doubt;
    },
    /** Cancels a trade, or corrects it to `by`. @returns false if its bar is closed: it stays as rules saw it */
    withdraw: (key: string, by: Tick | null): boolean => pipeline.withdraw(key, by),
    newest: (): Tick | null => pipeline.newest(),
    /** The timeframes that are made on demand, for `madeSeries`. */
    demand: {
      made: pipeline.made,
      expect: pipeline.expect,
      leave: pipeline.leave,
      follow: (...asked: Parameters<BarPipeline['follow']>): void => {
        const batch = pipeline.follow(...asked);
        if (batch) queue(batch);
      },
    },
    /** Closes bars that are over at the exchange though no later trade says so; `now` (ms, UTC) is our clock. */
    closeByClock: (now: number): void => {
      const least = lags.least();
      if (least !== null) close(now - least);
    },
    /** Resolves when everything that closed so far is settled, or was given up because the signal aborted. */
    settled: (): Promise<void> => settled,
  };
};
export type InstrumentBars = ReturnType<typeof instrumentBars>;

/**
 * The smallest lag of recent trades (ms): how far the exchange's clock, as we see it, is behind ours. One trade that is
 * dated ahead, or a clock that was set, counts for a period and not for as long as trades come: bars would be closed early.
 */
function recentLags() {
  let before: number | null = null;
  let current: number | null = null;
  let since = 0;
  return {
    add: (lag: number, at: number): void => {
      if (current === null || Math.abs(at - since) >= LAG_PERIOD_MS) {
        before = current;
        current = lag;
        since = at;
      } else current = Math.min(current, lag);
    },
    least: (): number | null => (current === null || before === null ? current : Math.min(current, before)),
  };
}
