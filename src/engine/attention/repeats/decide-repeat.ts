import { isBeyond } from '#src/shared/clock.ts';

const MINUTE = 60_000;

/** What is remembered of a rule and symbol. `step`: which of the intervals runs since `passedAt`. */
export type Repeats = { passedAt: Date; step: number; held: number; lastAt: Date };

/** `held`: so many were held before the one that passes. `until`: the next one passes from then on. */
export type Repeat =
  | { passes: true; held: number; next: Repeats }
  | { passes: false; until: Date; next: Repeats };

/**
 * Whether an alert goes out or is held as a repeat. The first goes at once, the next ones once the interval since the last
 * one that went has passed; then the next interval runs, and the last one from then on. After a quiet time as long as the
 * longest interval it begins anew.
 * @param minutes the intervals, the shortest first
 */
export function decideRepeat(minutes: readonly number[], before: Repeats | null, now: Date): Repeat {
  const pass = (step: number): Repeat => ({
    passes: true,
    held: before?.held ?? 0,
    next: { passedAt: now, step, held: 0, lastAt: now },
  });
  const quiet = (minutes.at(-1) ?? 0) * MINUTE;
  // What was noted while the clock was ahead keeps nothing.
  if (!before || isBeyond(before.lastAt, now) || now.getTime() - before.lastAt.getTime() >= quiet)
    return pass(0);
  const last = minutes.length - 1;
  const step = Math.min(before.step, last);
  const until = new Date(before.passedAt.getTime() + (minutes[step] ?? 0) * MINUTE);
  if (now >= until) return pass(Math.min(step + 1, last));
  const lastAt = new Date(Math.max(before.lastAt.getTime(), now.getTime()));
  return { passes: false, until, next: { ...before, step, held: before.held + 1, lastAt } };
}
