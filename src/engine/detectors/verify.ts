import type { Bar, Evidence, Detection } from '#src/shared/market.ts';
import { barOfEvidence } from './evidence-bar.ts';
import type { Detector } from './register.ts';
import { findDetector } from './registry.ts';

export type Verdict = { ok: true } | { ok: false; reason: string };

const no = (reason: string): Verdict => ({ ok: false, reason });

/** The bars of the evidence, or a sentence on why they are none. */
export const barsOf = (evidence: Pick<Evidence, 'bars'>): Bar[] | string => {
  const bars: Bar[] = [];
  for (const [index, source] of evidence.bars.entries()) {
    const bar = barOfEvidence(source);
    if (!bar) return `bar ${index + 1} of the evidence has a figure or a time that cannot be read.`;
    const previous = bars.at(-1);
    if (previous && bar.ts <= previous.ts)
      return `bar ${index + 1} of the evidence is not after the bar before it.`;
    bars.push(bar);
  }
  return bars;
};

const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** The bars before the first of the evidence, with the columns that it keeps; the others are no numbers. */
export const pastBars = ({ past = {} }: Pick<Evidence, 'past'>, firstTs: number): Bar[] | string => {
  const length = Math.max(0, ...COLUMNS.map((column) => past[column]?.length ?? 0));
  const bars: Bar[] = [];
  for (let index = 0; index < length; index += 1) {
    const none = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN, volume: null };
    const time = past.time?.[index - length + past.time.length];
    const ts = time === undefined ? firstTs - length + index : Date.parse(time);
    if (Number.isNaN(ts)) return `the time '${time}' of the past cannot be read.`;
    if (ts >= firstTs || ts <= (bars.at(-1)?.ts ?? Number.NEGATIVE_INFINITY))
      return `the bar of ${time} in the past is not between the bars beside it.`;
    const bar: Bar = {
      ts,
      ...none,
      text: { open: '', high: '', low: '', close: '', volume: null },
    };
    for (const column of COLUMNS) {
      const texts = past[column];
      const text = texts?.[index - length + texts.length];
      if (text === undefined || (column === 'volume' && text === '')) continue;
      const figure = text.trim() === '' ? Number.NaN : Number(text);
      if (!(column === 'volume' ? figure >= 0 : figure > 0) || figure === Number.POSITIVE_INFINITY)
        return `${column} '${text}' of the past cannot be read.`;
      bar[column] = figure;
      bar.text[column] = text;
    }
    bars.push(bar);
  }
  return bars;
};

/** What is wrong with when the last bar was not closed, or null: it had begun. */
export const untilProblem = ({ until }: Pick<Evidence, 'until'>, bars: readonly Bar[]): string | null =>
  until === undefined || Date.parse(until) > (bars.at(-1)?.ts ?? Number.POSITIVE_INFINITY)
    ? null
    : `the last bar had not begun by ${until}.`;

/** The first figure in which the two differ by more than that much, or null. */
export const difference = (
  given: Record<string, number>,
  computed: Record<string, number>,
  slack = 0,
): string | null => {
  for (const key of new Set([...Object.keys(computed), ...Object.keys(given)])) {
    const [one, other] = [given[key], computed[key]];
    if (one === other) continue;
    if (one !== undefined && other !== undefined && Math.abs(one - other) <= slack) continue;
    return `${key} is ${one ?? 'missing'}, the bars give ${other ?? 'no such figure'}`;
  }
  return null;
};

const detectionOnLastBar = (detector: Detector, bars: Bar[]): Detection | null => {
  const feed = detector.start();
  let last: Detection | null = null;
  for (const bar of bars) last = feed(bar);
  return last;
};

/**
 * What a detector finds on the last bar of evidence, whatever the evidence says that it found; null where it finds nothing,
 * or the evidence can't be read.
 */
export const detectIn = (name: string, evidence: Evidence): Detection | null => {
  const configured = findDetector(name)?.configure(evidence.params);
  if (!configured?.ok) return null;
  const bars = barsOf(evidence);
  if (typeof bars === 'string') return null;
  const past = pastBars(evidence, bars[0]?.ts ?? 0);
  return typeof past === 'string' ? null : detectionOnLastBar(configured.detector, [...past, ...bars]);
};

const samePast = (one: Evidence['past'], other: Evidence['past']): boolean =>
  [...COLUMNS, 'time' as const].every(
    (column) => JSON.stringify(one?.[column]) === JSON.stringify(other?.[column]),
  );

/**
 * Computes a detection again from the text figures of its evidence, with the same detector, and compares value,
 * parameters and figures: exactly, where the same text and the same arithmetic give the same floats; within the
 * detector's tolerance, where sums over a window depend on where the run began.
 * `value` is in the detector's unit. Never throws on bad evidence: the reason says what does not hold.
 */
export const verify = (detection: Pick<Detection, 'detector' | 'value' | 'evidence'>): Verdict => {
  const { detector: name, value, evidence } = detection;
  const registered = findDetector(name);
  if (!registered) return no(`there is no detector '${name}'.`);
  const configured = registered.configure(evidence.params);
  if (!configured.ok) return no(`the parameters are not valid for ${name}.`);
  const { detector } = configured;
  const paramsDiffer = difference(evidence.params, detector.params);
  if (paramsDiffer) return no(`the parameters are not complete: ${paramsDiffer}.`);
  const bars = barsOf(evidence);
  if (typeof bars === 'string') return no(bars);
  const past = pastBars(evidence, bars[0]?.ts ?? 0);
  if (typeof past === 'string') return no(past);
  const untimely = untilProblem(evidence, bars);
  if (untimely !== null) return no(untimely);
  const computed = detectionOnLastBar(detector, [...past, ...bars]);
  if (!computed) return no(`${name} finds nothing on the last bar of the evidence.`);
  const figures = computed.evidence.figures;
  const slack = detector.tolerance * Math.max(...Object.values(figures).map(Math.abs));
  if (!(Math.abs(computed.value - value) <= slack))
    return no(`the value is ${value}, the bars give ${computed.value}.`);
  if (!samePast(evidence.past, computed.evidence.past))
    return no('the past holds more or less than the detector looked at.');
  const figuresDiffer = difference(evidence.figures, figures, slack);
  return figuresDiffer ? no(`the figures do not hold: ${figuresDiffer}.`) : { ok: true };
};
