import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { instruments } from '#src/db/schema.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { createBarPipeline, GRACE_MS, type BarPipeline, type Progress } from './bar-pipeline.ts';
import type { Watched } from './live-store.ts';
import { warmPipelines } from './warm-up.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const MINUTE = 60_000;
const MONDAY = Date.UTC(2031, 4, 5);
const SUNDAY = MONDAY + 6 * 24 * 60 * MINUTE;
const STEP = 13 * MINUTE;
/** Trades every thirteen minutes, a split of ten for one on the Thursday where there is one. */
const tickAt = (id: number, split: number): Tick => {
  const ts = MONDAY + id * STEP;
  // Without zeros at the end: storage does not keep them.
  const figure = (value: number): string => String(Number(value.toFixed(3)));
  const price = figure((100 + ((id * 37) % 23) / 100) / (ts >= split ? 10 : 1));
  const size = figure(((id * 7919) % 1000) / 1000 + 0.001);
  return { ts, id, price: Number(price), size: Number(size), text: { price, size } };
};
const run = (
  line: BarPipeline,
  split: number,
  from: number,
  until: number,
): ReturnType<BarPipeline['close']>[] => {
  const said: ReturnType<BarPipeline['close']>[] = [];
  for (let id = from; MONDAY + id * STEP < until; id += 1) {
    const tick = tickAt(id, split);
    expect(line.add(tick, tick.ts)).toBeNull();
    said.push(line.close());
  }
  return [...said, line.close(until + GRACE_MS)];
};

it('goes on from what is stored as if nothing had been, for many at once', async () => {
  const thursday = MONDAY + 3.6 * 24 * 60 * MINUTE;
  const made = await Promise.all(
    [Infinity, thursday, Infinity].map(async (split, place) => {
      const instrument: Watched = { id: newId(), symbol: `WARM${place}`, session: 'crypto' };
      const splits = split === Infinity ? [] : [{ ts: split, ratio: 10 }];
      await db.system.insert(instruments).values({
        id: instrument.id,
        symbol: instrument.symbol,
        name: 'Test',
        currency: 'USD',
        timeZone: 'UTC',
        createdAt: new Date(),
      });
      const at: Progress = { closedUntil: MONDAY, wholeFrom: MONDAY, cursor: { id: -1, ts: MONDAY } };
      const line = createBarPipeline(CALENDARS.crypto, at, [], () => splits);
      const until = SUNDAY + 22 * 60 * MINUTE + 37 * MINUTE;
      const said = run(line, split, 0, until);
      for (const timeframe of ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const)
        await storeBars(
          db.system,
          { instrumentId: instrument.id, timeframe },
          said.flatMap((each) => each?.closed.find((one) => one.timeframe === timeframe)?.bars ?? []),
        );
      const progress = said.findLast((each) => each !== null)?.progress ?? null;
      return { instrument, line, progress, split, splits };
    }),
  );

  const lines = new Map<string, BarPipeline>();
  await warmPipelines(
    db.system,
    made.map(({ instrument, progress }) => ({ instrument, progress, price: null })),
    (id) => made.find(({ instrument }) => instrument.id === id)?.splits ?? [],
    ({ instrument }, line) => lines.set(instrument.symbol, line),
  );
  for (const { instrument, line, progress, split } of made) {
    const warm = lines.get(instrument.symbol);
    if (!warm || !progress) throw new Error(`${instrument.symbol} did not begin.`);
    const next = Math.ceil((progress.closedUntil - MONDAY) / STEP);
    // A price of a hundred times as much is not believed: the last one is known.
    const strange = tickAt(next, split);
    expect(warm.add({ ...strange, price: strange.price * 100 }, strange.ts)).toMatchObject({
      reason: 'unit',
    });
    const until = SUNDAY + 27 * 60 * MINUTE;
    const [expected, got] = [run(line, split, next, until), run(warm, split, next, until)];
    const sizes = new Set(expected.flatMap((each) => each?.closed.map(({ timeframe }) => timeframe) ?? []));
    expect([...sizes]).toContain('1w');
    expect(got).toEqual(expected);
  }
});
