import { DateTime } from 'luxon';
import type { Evidence, EvidenceBar } from '#src/shared/market.ts';
import { barOfEvidence } from './evidence-bar.ts';
import { percentChange } from './percent-change.ts';
import { barsOf, difference, type Verdict } from './verify.ts';

/** How far back each change looks. Keys are those of the evidence's figures. */
export const SPANS = {
  change_1d_pct: { days: 1 },
  change_1w_pct: { days: 7 },
  change_1m_pct: { months: 1 },
} as const;
type Span = keyof typeof SPANS;
const SPAN_NAMES = Object.keys(SPANS) as Span[];

/** The latest moment (ms, UTC) that a bar may have begun for its close to be that of a span ago. */
export const spanStart = (span: Span, lastTs: number): number =>
  DateTime.fromMillis(lastTs, { zone: 'utc' }).minus(SPANS[span]).toMillis();

/** A reference bar that lies longer before what was asked than this share of the span says nothing about it. */
const LATE_SHARE = 0.75;
const isNear = (span: Span, ts: number, lastTs: number): boolean => {
  const wanted = spanStart(span, lastTs);
  return ts <= wanted && wanted - ts <= Math.max(4 * 86_400_000, LATE_SHARE * (lastTs - wanted));
};

const change = (last: EvidenceBar, before: EvidenceBar): number | null => {
  const [now, then] = [barOfEvidence(last), barOfEvidence(before)];
  if (!now || !then) return null;
  return percentChange(
    { number: now.close, text: last.close },
    { number: then.close, text: before.close },
    0,
  );
};

/**
 * The evidence of an alert that a person writes: the last bar and the one before, and for each span the bar that its
 * change counts from. `back` has at most one bar per span.
 */
export function composedEvidence(
  bars: readonly [EvidenceBar, EvidenceBar],
  back: Readonly<Partial<Record<Span, EvidenceBar>>>,
): Evidence | null {
  const [previous, last] = bars;
  const changed = change(last, previous);
  if (changed === null) return null;
  const figures: Record<string, number> = { change_pct: changed };
  const others: NonNullable<Evidence['others']> = {};
  const lastTs = Date.parse(last.time);
  for (const span of SPAN_NAMES) {
    const from = back[span];
    const percent = from && isNear(span, Date.parse(from.time), lastTs) ? change(last, from) : null;
    if (!from || percent === null) continue;
    figures[span] = percent;
    others[span] = { bars: [from], seen: [] };
  }
  return {
    bars: [...bars],
    params: {},
    figures,
    ...(Object.keys(others).length > 0 && { others }),
  };
}

const isSpan = (name: string): name is Span => Object.hasOwn(SPANS, name);

/** Computes the figures again from the bars of the evidence. Never throws on bad evidence. */
export function verifyComposed({ value, evidence }: { value: number; evidence: Evidence }): Verdict {
  const no = (reason: string): Verdict => ({ ok: false, reason });
  const read = barsOf(evidence);
  if (typeof read === 'string') return no(read);
  const [previous, last, ...more] = evidence.bars;
  if (!previous || !last || more.length > 0)
    return no('the evidence has other bars than the last and the one before.');
  const named = Object.keys(evidence.others ?? {});
  const stranger = named.find((name) => !isSpan(name));
  if (stranger !== undefined) return no(`there is no figure ${stranger}.`);
  const back: Partial<Record<Span, EvidenceBar>> = {};
  for (const name of SPAN_NAMES) {
    const bars = evidence.others?.[name]?.bars;
    if (bars && bars.length !== 1) return no(`${name} counts from more than one bar.`);
    if (bars?.[0]) back[name] = bars[0];
  }
  const computed = composedEvidence([previous, last], back);
  if (!computed) return no('the change cannot be computed.');
  if (computed.figures['change_pct'] !== value)
    return no(`the value is ${value}, the bars give ${computed.figures['change_pct']}.`);
  const differ = difference(evidence.figures, computed.figures);
  return differ ? no(`the figures do not hold: ${differ}.`) : { ok: true };
}

/** The figures that the bars of such evidence give; null where they give none. */
export function composedFigures({ bars, others = {} }: Evidence): Evidence['figures'] | null {
  const [previous, last] = bars;
  if (!previous || !last) return null;
  const back = SPAN_NAMES.flatMap((name) => {
    const bar = others[name]?.bars[0];
    return bar ? [[name, bar] as const] : [];
  });
  return composedEvidence([previous, last], Object.fromEntries(back))?.figures ?? null;
}
