/** Arrows a chart has at most: more are a hedge, not marks. */
export const MARKED = 150;

/** A place for a figure: `x` in pixels, `weight` decides who comes first where two are too close. */
type Candidate = { x: number; weight: number };

/** Which of the candidates get their figure written, none nearer to another than `apart` pixels; the heaviest first. */
export function pickLabels(candidates: readonly Candidate[], apart: number): Set<number> {
  const byWeight = candidates.map((_, index) => index);
  byWeight.sort((a, b) => (candidates[b]?.weight ?? 0) - (candidates[a]?.weight ?? 0));
  const picked = new Set<number>();
  const taken: number[] = [];
  for (const index of byWeight) {
    const x = candidates[index]?.x;
    if (x === undefined || taken.some((other) => Math.abs(other - x) < apart)) continue;
    picked.add(index);
    taken.push(x);
  }
  return picked;
}

/** Which of the candidates are marked at all: those in sight (`x` within the width), at most MARKED, the heaviest first. */
export function pickMarks(candidates: readonly Candidate[], width: number): Set<number> {
  const inSight = candidates
    .map((_, index) => index)
    .filter((index) => {
      const x = candidates[index]?.x ?? Number.NaN;
      return x >= 0 && x <= width;
    });
  inSight.sort((a, b) => (candidates[b]?.weight ?? 0) - (candidates[a]?.weight ?? 0));
  return new Set(inSight.slice(0, MARKED));
}
