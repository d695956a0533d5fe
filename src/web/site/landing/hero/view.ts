import type { EvidenceBar, Detection } from '#src/shared/market.ts';
import { formatDay, formatLevel, formatLongDay } from '../../market/words.ts';
import type { HeroEvent } from './event.ts';
import type { HeroRule, HeroSeries } from './series.ts';

/** A stretch of a sentence; `figure` is set in the mono. */
export type Part = { text: string; figure?: boolean };

/** Everything the final frame says. */
export type HeroView = {
  direction: 'up' | 'down';
  /** ISO date, and the same as people write it. */
  date: string;
  day: string;
  headline: string;
  /** With its sign: '−11.98%'. */
  change: string;
  lead: readonly Part[];
  rule: string;
  /** The day of each bar, as people write it. */
  days: readonly string[];
};

/** How the writer of the engine says it (engine/detectors); a test holds the two together. */
const WORDS = {
  big_move: {
    price: 'close',
    up: ['rises', 'above'],
    down: ['falls', 'below'],
    headline: (name: string, verb: string, size: string) => `${name} ${verb} ${size} in one session`,
    did: 'closed',
    rule: 'Moves',
  },
  gap: {
    price: 'open',
    up: ['higher', 'above'],
    down: ['lower', 'below'],
    headline: (name: string, verb: string, size: string) => `${name} opens ${size} ${verb}`,
    did: 'opened',
    rule: 'Gaps',
  },
} as const;

const sizeOf = (percent: number): string => `${Math.abs(percent).toFixed(2)}%`;

function evidencePair({ evidence }: Detection): [EvidenceBar, EvidenceBar] {
  const [previous, bar] = evidence.bars.slice(-2);
  if (!previous || !bar) throw new Error('A finding of these detectors has two bars of evidence.');
  return [previous, bar];
}

function leadOf(series: HeroSeries, detection: Detection): Part[] {
  const words = WORDS[series.rule.detector];
  const [previous, bar] = evidencePair(detection);
  const [, side] = detection.value > 0 ? words.up : words.down;
  const figure = (text: string): Part => ({ text, figure: true });
  const level = (text: string): Part => figure(formatLevel(Number(text)));
  const parts = [
    { text: `${series.name} (${series.symbol}) ${words.did} at ` },
    level(bar[words.price]),
    { text: ` on ${formatLongDay(bar.time)}, ` },
    figure(sizeOf(detection.value)),
    { text: ` ${side} the previous close of ` },
    level(previous.close),
    { text: ` on ${formatLongDay(previous.time)}.` },
  ];
  return words.price === 'close'
    ? parts
    : [...parts, { text: ' It closed at ' }, level(bar.close), { text: '.' }];
}

const ruleOf = ({ detector, min_pct }: HeroRule): string =>
  `Rule: ${WORDS[detector].rule.toLowerCase()} of ${min_pct}% or more, daily bars`;

/** Composes what the final frame shows, every figure set from the detection's evidence. */
export function viewOf(series: HeroSeries, event: HeroEvent): HeroView {
  const { bars, detection } = event;
  const words = WORDS[series.rule.detector];
  const direction = detection.value > 0 ? 'up' : 'down';
  const [verb] = words[direction];
  const [, bar] = evidencePair(detection);
  const size = sizeOf(detection.value);
  return {
    direction,
    date: bar.time.slice(0, 10),
    day: formatDay(bar.time),
    headline: words.headline(series.name, verb, size),
    change: `${direction === 'up' ? '+' : '\u2212'}${size}`,
    lead: leadOf(series, detection),
    rule: ruleOf(series.rule) + (series.note && `; ${series.note}`),
    days: bars.map(({ ts }) => formatDay(new Date(ts).toISOString())),
  };
}
