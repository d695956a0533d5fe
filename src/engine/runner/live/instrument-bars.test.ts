import { expect, it, vi } from 'vitest';
import { Superseded } from '#src/engine/leases/lease.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { createBarPipeline } from './bar-pipeline.ts';
import { instrumentBars } from './instrument-bars.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 4, 4, 12, 0);
const INSTRUMENT = { id: 'i', symbol: 'BTCUSDT', session: 'crypto' as const };

/** An instrument whose bars go to a store in memory; `fail` says what the nth storing of bars throws. */
function instrument(fail: (attempt: number) => Error | null = () => null) {
  const stop = new AbortController();
  const calls: string[] = [];
  const errors: unknown[] = [];
  let attempts = 0;
  const entry = instrumentBars(
    {
      signal: stop.signal,
      store: {
        bars: async ({ closed }) => {
          attempts += 1;
          const problem = fail(attempts);
          if (problem) throw problem;
          calls.push(`bars ${closed.flatMap(({ bars }) => bars.map(({ close }) => close)).join(' ')}`);
        },
        progress: async ({ progress }) =>
          void calls.push(`cursor ${(progress.closedUntil - START) / MINUTE}`),
      },
      watch: (_, timeframe) => {
        calls.push(`watch ${timeframe}`);
        return async (bars) => {
          calls.push(`evaluate ${timeframe} ${bars.map(({ close }) => close).join(' ')}`);
          return true;
        };
      },
      isEarly: () => false,
      onError: (error) => errors.push(error),
      log: { warn: vi.fn<() => void>() },
    },
    INSTRUMENT,
    createBarPipeline(CALENDARS.crypto, {
      closedUntil: START,
      wholeFrom: START,
      cursor: { id: null, ts: START },
    }),
  );
  /** A trade ten seconds into a minute, received `lag` ms after it. */
  const trade = (minute: number, price: number, lag = 0) => {
    const ts = START + minute * MINUTE + 10_000;
    return entry.add({ ts, id: null, price, size: 1, text: { price: `${price}`, size: '1' } }, ts + lag);
  };
  return { entry, trade, calls, errors, stop };
}

it('stores and evaluates a closed bar, and moves the cursor after both', async () => {
  const { entry, trade, calls } = instrument();
  trade(0, 100);
  expect(calls).toEqual([]);
  trade(1, 101);
  trade(2, 102);
  await entry.settled();
  expect(calls.toSorted()).toEqual([
    'bars 100',
    'bars 101',
    'cursor 1',
    'cursor 2',
    'evaluate 1m 100',
    'evaluate 1m 101',
    'watch 1m',
  ]);
  expect(calls.indexOf('cursor 1')).toBeGreaterThan(calls.indexOf('bars 100'));
  expect(calls.indexOf('cursor 1')).toBeGreaterThan(calls.indexOf('evaluate 1m 100'));
  expect(calls.indexOf('bars 101')).toBeGreaterThan(calls.indexOf('cursor 1'));
});

it('repeats a batch with a new evaluation when the database was down, before the next batch', async () => {
  const { entry, trade, calls, errors } = instrument((attempt) =>
    attempt === 1 ? new Error('The database is down.') : null,
  );
  trade(0, 100);
  trade(1, 101);
  trade(2, 102);
  await entry.settled();
  expect(calls.filter((call) => call === 'watch 1m')).toHaveLength(2);
  expect(calls.filter((call) => call.startsWith('bars') || call.startsWith('cursor'))).toEqual([
    'bars 100',
    'cursor 1',
    'bars 101',
    'cursor 2',
  ]);
  expect(errors).toEqual([]);
});

it('reports that another process holds the shard, and moves no cursor', async () => {
  const { entry, trade, calls, errors } = instrument(() => new Superseded('Another process holds it.'));
  trade(0, 100);
  trade(1, 101);
  await entry.settled();
  expect(errors).toEqual([expect.any(Superseded)]);
  expect(calls.filter((call) => call.startsWith('cursor'))).toEqual([]);
});

it('closes a bar by the clock once the smallest lag has passed', async () => {
  const { entry, trade, calls } = instrument();
  trade(0, 100);
  entry.closeByClock(START + MINUTE);
  await entry.settled();
  expect(calls).toEqual([]);
  entry.closeByClock(START + MINUTE + 3_000);
  await entry.settled();
  expect(calls).toContain('cursor 1');
});

it('closes nothing early for long after a trade that was dated ahead, or a clock that was set', async () => {
  const { entry, trade, calls } = instrument();
  // Half a minute ahead of our clock, which is put right afterwards.
  trade(0, 100, -30_000);
  for (const minute of [1, 2, 3]) trade(minute, 100 + minute);
  entry.closeByClock(START + 4 * MINUTE - 20_000);
  await entry.settled();
  expect(calls).not.toContain('bars 103');
  entry.closeByClock(START + 4 * MINUTE + 3_000);
  await entry.settled();
  expect(calls).toContain('bars 103');
});
