/**
 * The memory that 1.1 million real quotes leave behind on their way through a line (bars of every size) and rules on
 * each of them, and how long they take: EURUSD of two weeks in May 2014. The heap is measured after it was swept, ten
 * times on the way; the goal is a flat line: less than 2 MB between the third and the last.
 *
 *   npm run bench -- ticks
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGunzip } from 'node:zlib';
import { watchRules } from '#src/engine/evaluation/conditions/series.ts';
import type { LiveRule } from '#src/engine/evaluation/conditions/live-rule.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { createBarPipeline } from '#src/engine/runner/live/bar-pipeline.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printResults } from './support/result.ts';

const FILE = join(import.meta.dirname, '../../shared/data/ticks/EURUSD_ticks_2014-05-01_15_fxcm.csv.gz');
if (!existsSync(FILE)) {
  console.error('The quotes are not here: ../shared/data/ticks.');
  process.exit(1);
}
setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;
const heap = (): number => {
  sweep();
  return process.memoryUsage().heapUsed / 1e6;
};

/** The bids. Their stamps stand five hours behind UTC. */
async function* quotes(): AsyncGenerator<Tick> {
  const lines = createInterface({ input: createReadStream(FILE).pipe(createGunzip()) });
  for await (const line of lines) {
    const [time = '', bid = ''] = line.split(',');
    if (time === 'time') continue;
    const ts = Date.parse(`${time}-05:00`);
    yield { ts, id: null, price: Number(bid), size: null, text: { price: bid, size: null } };
  }
}

const TEXTS = [
  'close crosses above sma(20)',
  'rsi(14) > 70',
  'close > bb_upper(20, 2) within 3 bars',
  'close moves up by 0.1% within 5 bars',
  ...Array.from({ length: 1000 }, (_, n) => `close crosses above ${(1.36 + n / 25_000).toFixed(5)}`),
];
const ruleOf = (text: string, n: number, timeframe: Timeframe): LiveRule => ({
  workspaceId: 'w',
  id: `${n}`,
  version: 1,
  instrumentId: 'EURUSD',
  timeframe,
  condition: parseRule(text),
  rearm: null,
  settings: { frequency: 'every_time' },
  gate: null,
});
const watches = new Map(
  await Promise.all(
    TIMEFRAMES.map(async (timeframe) => {
      const watch = watchRules();
      await watch.set(
        TEXTS.map((text, n) => ruleOf(text, n, timeframe)),
        async () => [],
      );
      return [timeframe, watch] as const;
    }),
  ),
);

const line = createBarPipeline(CALENDARS.fx, null);
const EVERY = 110_000;
const heaps: number[] = [];
let [ticks, bars, detections, swept] = [0, 0, 0, 0];
const took: number[] = [];
const began = performance.now();
const cpu = process.cpuUsage();
for await (const tick of quotes()) {
  const before = performance.now();
  line.add(tick, tick.ts);
  const result = line.close();
  for (const { timeframe, bars: closed } of result?.closed ?? [])
    for (const bar of closed) {
      bars += 1;
      for (const { detection, settle } of watches.get(timeframe)?.next(bar) ?? []) {
        settle();
        if (detection) detections += 1;
      }
    }
  ticks += 1;
  if (ticks % 10 === 0) took.push(performance.now() - before);
  if (ticks % EVERY === 0) {
    const start = performance.now();
    const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
    took.length = 0;
    heaps.push(heap());
    swept += performance.now() - start;
    console.log(
      `${ticks.toLocaleString('en').padStart(10)} quotes   heap ${(heaps.at(-1) ?? 0).toFixed(2).padStart(7)} MB   median ${(median * 1e3).toFixed(2)} µs a quote`,
    );
  }
}
const seconds = (performance.now() - began - swept) / 1000;
const growth = (heaps.at(-1) ?? Infinity) - (heaps[2] ?? 0);
console.log(
  `\n${ticks.toLocaleString('en')} quotes, ${bars.toLocaleString('en')} bars, ${TEXTS.length * TIMEFRAMES.length} rules, ${detections.toLocaleString('en')} detections in ${seconds.toFixed(1)} s (${(process.cpuUsage(cpu).user / 1e6).toFixed(1)} s of the processor): ${Math.round(ticks / seconds / 1000)},000 quotes/s`,
);
console.log(
  `heap from the third measurement to the last   ${growth.toFixed(2)} MB   goal < 2 MB   ${growth < 2 ? 'met' : 'MISSED'}`,
);
printResults([
  { bench: 'ticks', ours: Math.max(growth, 0), goal: 2, unit: 'MB more heap', lessIsBetter: true },
]);
process.exitCode = growth < 2 ? 0 : 1;
