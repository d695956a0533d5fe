import { z } from 'zod';
import { decimalText, parseDecimal, subtract } from '#src/shared/decimal.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';
import { changeTo, figureOf, lastTwo, sideOf } from './alert-facts.ts';
import { runOf, stateOf } from './detector-run.ts';
import { evidenceBar } from './evidence-bar.ts';

type Params = { step: number; direction: 1 | 0 | -1 };

/** Nearer than this to a multiple, a float does not say on which side of it a price lies. */
const MARGIN = 1e-6;

/** The step for a price: a tenth of its power of ten, so that a round number has two digits: 1000 at 67,234, 0.1 at 1.08. */
const stepFor = (price: number): string => `1e${Number(price.toExponential().split('e')[1]) - 1}`;

/** At least this share of the price lies between two major round numbers, so that few days pass one. */
const MAJOR = 0.07;

/** The step between major round numbers: 1, 2 or 5 and zeros. 5000 at 67,234, 500 at 4,000, 0.1 at 1.08. */
const majorStepFor = (price: number): string => {
  const [digits = '1', power = '0'] = (price * MAJOR).toExponential(9).split('e');
  const first = [1, 2, 5, 10].find((each) => each >= Number(digits)) ?? 10;
  return `${first}e${Number(power)}`;
};

/** The steps that are chosen by a word instead of a number. */
const CHOSEN = { major: -1, auto: 0 } as const;
const stepOf = (step: number, price: number): string =>
  step === CHOSEN.major ? majorStepFor(price) : step === CHOSEN.auto ? stepFor(price) : String(step);

const isClear = (price: number, step: number): boolean => {
  const part = price / step - Math.floor(price / step);
  return part > MARGIN && part < 1 - MARGIN;
};

/** a ÷ b, rounded down; both above zero. */
const floored = (a: bigint, b: bigint): bigint => (a < 0n ? -1n : a / b);

/** The multiple of the step that lies farthest on the way between two prices, as text; null where none does. */
const passed = (from: string, to: string, step: string): string | null => {
  const [start, end, spacing] = [parseDecimal(from), parseDecimal(to), parseDecimal(step)];
  if (!start || !end || !spacing || spacing.digits <= 0n) return null;
  const scale = Math.max(start.scale, end.scale, spacing.scale);
  const [a, b, by] = [start, end, spacing].map((each) => each.digits * 10n ** BigInt(scale - each.scale));
  if (a === undefined || b === undefined || by === undefined || a === b) return null;
  const level = b > a ? floored(b - 1n, by) * by : (floored(b, by) + 1n) * by;
  const isBetween = level > 0n && (b > a ? level >= a : level <= a);
  return isBetween ? decimalText(subtract({ digits: level, scale }, { digits: 0n, scale: 0 })) : null;
};

/**
 * The close goes from at or below a round number to above it, or from at or above it to below; of several, the farthest.
 * Round are the multiples of `step`, in the unit of the price; −1 ("major") takes 1, 2 or 5 and zeros, at least 7 % of the
 * close before; 0 ("auto") a tenth of its power of ten, which a volatile price passes on half of all days. `direction`: 1 up, −1 down, 0 either. `value`: the round number. Decided in exact decimals.
 */
export const roundNumber: DetectorDefinition<Params> = {
  name: 'round_number',
  title: 'Round number',
  unit: 'level',
  alert: {
    kind: 'round_number',
    figure: 'round_number',
    holds: (evidence) => {
      const level = figureOf(evidence, 'round_number');
      const from = Number(lastTwo(evidence).previous?.close);
      const to = Number(lastTwo(evidence).bar?.close);
      return level > 0 && (to > from ? from <= level && level < to : to < level && level <= from);
    },
    claims: (evidence) => [
      { claim: 'comparison', left: 'close', is: sideOf(changeTo(evidence, 'close')), right: 'round_number' },
    ],
    direction: (evidence) => changeTo(evidence, 'close'),
    change: 'close',
    rows: ['round_number', 'previous_close', 'when', 'rule'],
  },
  params: z.strictObject({
    step: z.union([z.literal(CHOSEN.major), z.number().gte(0).lte(1_000_000_000)]).default(CHOSEN.major),
    direction: z.literal([1, 0, -1]).default(0),
  }),
  words: { step: CHOSEN, direction: { up: 1, down: -1, either: 0 } },
  lookback: () => 1,
  start: ({ step, direction }, snapshot) => {
    const state = stateOf<{ before: Bar | null }>(snapshot, () => ({ before: null }));
    return runOf(state, (bar): Detection | null => {
      const { before } = state;
      state.before = bar;
      if (!before || direction * (bar.close - before.close) < 0) return null;
      const spacing = stepOf(step, before.close);
      const by = Number(spacing);
      const isSame = Math.floor(bar.close / by) === Math.floor(before.close / by);
      if (isSame && isClear(bar.close, by) && isClear(before.close, by)) return null;
      const level = passed(before.text.close, bar.text.close, spacing);
      if (level === null) return null;
      return {
        detector: 'round_number',
        time: bar.ts,
        value: Number(level),
        evidence: {
          bars: [evidenceBar(before), evidenceBar(bar)],
          params: { step, direction },
          figures: {
            previous_close: before.close,
            close: bar.close,
            round_number: Number(level),
            spacing: by,
          },
        },
      };
    });
  },
};
