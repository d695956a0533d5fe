import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { runRules } from '#src/engine/evaluation/conditions/rules-run.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { type AlertInput, groundOf, writeAlert } from '../writer.ts';
import type { Charted } from './chart-facts.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A Monday at the open of New York, so that there is an opening range. */
const START = { '1d': Date.parse('2021-01-04T00:00:00Z'), '5m': Date.parse('2024-03-04T14:30:00Z') } as const;
const BARS = 900;

/** A random walk with calm and wild times, the same on every run. */
function walk(timeframe: keyof typeof START): Bar[] {
  let seed = 20;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  let close = 240;
  return Array.from({ length: BARS }, (_, at) => {
    const wild = at % 41 === 40 ? 9 : 1;
    const open = close * (1 + random() * 0.004 * wild);
    close = open * (1 + (random() + 0.1 * Math.sin(at / 60)) * 0.03 * wild);
    const [high, low] = [Math.max(open, close) * 1.004, Math.min(open, close) * 0.996];
    const text = {
      open: open.toFixed(2),
      high: high.toFixed(2),
      low: low.toFixed(2),
      close: close.toFixed(2),
      volume: String(Math.round(1e6 * (1 + random()) * wild)),
    };
    close = Number(text.close);
    const numbers = { open: Number(text.open), high: Number(text.high), low: Number(text.low), close };
    const ts = START[timeframe] + at * (timeframe === '1d' ? DAY : 5 * MINUTE);
    return { ts, ...numbers, volume: Number(text.volume), text };
  });
}

const PARAMS: Readonly<Record<string, object>> = {
  gap: { min_pct: 0.5 },
  new_low: { window: 60 },
  new_high: { window: 60 },
};

export type MadeEvent = Charted & { input: AlertInput; document: AlertDocument };
type Found = { detection: Detection; at: number };

/** An event of every detector over made-up prices, with its alert: the last that each of them finds. */
export const madeEvents = (): MadeEvent[] =>
  DETECTORS.map((registered) => {
    const timeframe = registered.name === 'opening_range_break' ? '5m' : '1d';
    const bars = walk(timeframe);
    const configured = registered.configure(PARAMS[registered.name] ?? {});
    if (!configured.ok) throw configured.error;
    const run = configured.detector.start();
    const found = bars.flatMap((bar, at): Found[] => {
      const detection = run(bar);
      return detection ? [{ detection, at }] : [];
    });
    return madeEvent(registered.name, bars, timeframe, found.at(-1));
  });

/** The last event of a rule of the rule language over the same prices. */
export function ruleEvent(rule: string): MadeEvent {
  const bars = walk('1d');
  const run = runRules([parseRule(rule)]);
  const found = bars.flatMap((bar, at): Found[] =>
    run.next(bar).map((index) => ({ detection: run.detection(index), at })),
  );
  return madeEvent(rule, bars, '1d', found.at(-1));
}

function madeEvent(
  what: string,
  bars: readonly Bar[],
  timeframe: keyof typeof START,
  found: Found | undefined,
): MadeEvent {
  if (!found) throw new Error(`${what} finds nothing.`);
  const { detector, evidence, value, time } = found.detection;
  const instrument = { symbol: 'EXMPL', name: 'Example Industries 500', timeZone: 'America/New_York' };
  const brand = { name: 'Harbor & Vale', color: '#0f4c5c' };
  const input: AlertInput = {
    ...instrument,
    brand,
    timeframe,
    detector,
    value,
    evidence,
    eventTime: time,
    trial: false,
  };
  return {
    detector,
    evidence,
    timeframe,
    instrument: { ...instrument, currency: 'USD', exchange: 'NYSE' },
    bars: bars
      .slice(0, found.at + 1)
      .map(({ ts, open, high, low, close, volume }) => ({ time: ts, open, high, low, close, volume })),
    input,
    document: writeAlert(input),
  };
}

/** What the text of an alert is checked against. */
export const groundOfEvent = ({ input }: MadeEvent) => groundOf(input);
