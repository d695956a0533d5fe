import type { Claim, FigureName } from '#src/shared/content/answer.ts';
import { FIGURE_NAMES } from '#src/shared/content/answer.ts';
import { compare } from '#src/shared/decimal.ts';
import { type Facts, figureOf, UNITS } from './facts.ts';
import { extremeReach, isLargerMove, type Point, seriesOf, streakOf } from './series.ts';

/** `unknown`: the evidence doesn't hold what it takes to say. */
export type Verdict = 'true' | 'untrue' | 'unknown';

const signOf = (way: 'up' | 'down' | 'highest' | 'lowest' | 'above' | 'below'): 1 | -1 =>
  way === 'up' || way === 'highest' || way === 'above' ? 1 : -1;

const verdict = (holds: boolean): Verdict => (holds ? 'true' : 'untrue');

/** Does the evidence bear a claim out? Compares decimals as the source wrote them, never floats. */
export function checkClaim(claim: Claim, facts: Facts): Verdict {
  switch (claim.claim) {
    case 'move':
    case 'direction':
      return compared(facts, claim.price, signOf(claim.way), 'previous_close');
    case 'role':
      return figureOf(facts, claim.figure) ? 'true' : 'unknown';
    case 'comparison':
      if (claim.left === claim.right || UNITS[claim.left] !== UNITS[claim.right]) return 'unknown';
      return compared(facts, claim.left, signOf(claim.is), claim.right);
    case 'extreme': {
      const points = seriesOf(facts.evidence, claim.price);
      if (claim.bars > points.length) return 'unknown';
      return verdict(extremeReach(points, signOf(claim.which)) >= claim.bars);
    }
    case 'streak': {
      const { length, isWhole } = streakOf(seriesOf(facts.evidence, 'close'), signOf(claim.way));
      if (claim.length > length) return isWhole ? 'untrue' : 'unknown';
      // "Three in a row" of five is half the truth.
      return verdict(claim.length === length);
    }
    case 'first_since': {
      const since = lastAsFar(facts, claim.what);
      if (since === null) return 'unknown';
      return verdict(Date.parse(since) === Date.parse(claim.since));
    }
    // The context was computed from the bars before the event and holds nothing that they don't say.
    case 'context':
      return facts.context?.facts.some(({ fact }) => fact === claim.fact) ? 'true' : 'unknown';
  }
}

function compared(facts: Facts, left: FigureName, sign: 1 | -1, right: FigureName): Verdict {
  const [a, b] = [figureOf(facts, left), figureOf(facts, right)];
  return a && b ? verdict(sign * compare(a.value, b.value) > 0) : 'unknown';
}

type What = Extract<Claim, { claim: 'first_since' }>['what'];

/** When a close was last as high or low, or a move as large, as the event's; null where the evidence doesn't go back so far. */
export function lastAsFar({ evidence }: Facts, what: What): string | null {
  const closes = seriesOf(evidence, 'close');
  const last = closes.at(-1);
  if (!last) return null;
  if (what === 'highest_close' || what === 'lowest_close') {
    const sign = what === 'highest_close' ? 1 : -1;
    const rival = closes.slice(0, -1).findLast(({ price }) => sign * compare(last.price, price) <= 0);
    return rival && rival !== closes.at(-2) ? rival.time : null;
  }
  const sign = what === 'largest_rise' ? 1 : -1;
  const moves = closes.slice(1).flatMap((now, at): (readonly [Point, Point])[] => {
    const before = closes[at];
    return before && before.price.digits > 0n ? [[before, now]] : [];
  });
  const own = moves.at(-1);
  if (!own || sign * compare(own[1].price, own[0].price) <= 0) return null;
  const rival = moves.slice(0, -1).findLast((move) => !isLargerMove(own, move, sign));
  return rival && rival !== moves.at(-2) ? rival[1].time : null;
}

/**
 * Every claim that the evidence bears out, for a writer to choose from. Of extremes the one over the most bars, and over
 * the numbers of bars in `windows` that hold as well.
 */
export function trueClaims(facts: Facts, windows: readonly number[] = []): Claim[] {
  const ways = ['up', 'down'] as const;
  const known = FIGURE_NAMES.filter((name) => figureOf(facts, name));
  const extremes = (['open', 'high', 'low', 'close'] as const).flatMap((price) => {
    const points = seriesOf(facts.evidence, price);
    return (['highest', 'lowest'] as const).flatMap((which): Claim[] => {
      const most = extremeReach(points, signOf(which));
      return [...new Set([most, ...windows])]
        .filter((bars) => bars >= 3 && bars <= most)
        .map((bars) => ({ claim: 'extreme', price, which, bars }));
    });
  });
  const sinces = (['highest_close', 'lowest_close', 'largest_rise', 'largest_fall'] as const).flatMap(
    (what): Claim[] => {
      const since = lastAsFar(facts, what);
      return since === null ? [] : [{ claim: 'first_since', what, since }];
    },
  );
  const rows = ways.flatMap((way): Claim[] => {
    const { length } = streakOf(seriesOf(facts.evidence, 'close'), signOf(way));
    return length < 2 ? [] : [{ claim: 'streak', way, length }];
  });
  const all: Claim[] = [
    ...(['close', 'open'] as const).flatMap((price) =>
      ways.flatMap((way): Claim[] => [
        { claim: 'move', price, way },
        { claim: 'direction', price, way },
      ]),
    ),
    ...known.map((figure): Claim => ({ claim: 'role', figure })),
    ...known.flatMap((left) =>
      known.flatMap((right) =>
        (['above', 'below'] as const).map((is): Claim => ({ claim: 'comparison', left, is, right })),
      ),
    ),
  ];
  const history = (facts.context?.facts ?? []).map(({ fact }): Claim => ({ claim: 'context', fact }));
  const checked = all.filter((claim) => checkClaim(claim, facts) === 'true');
  return [...checked, ...extremes, ...sinces, ...rows, ...history];
}
