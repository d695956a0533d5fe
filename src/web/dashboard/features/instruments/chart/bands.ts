import type { ChartSession } from '#src/shared/instrument-detail.ts';

/** Bars from the one place through the other, counted from the first. */
export type Band = { from: number; to: number };

/**
 * The bars of a chart to be shaded: those before and after regular hours where a market trades then, otherwise those of
 * every second session, so that days can be told apart. The newest session is never shaded then.
 * @param times starts of the bars, ms, UTC, in order
 */
export function bandsOf(times: readonly number[], sessions: readonly ChartSession[]): Band[] {
  const bands: Band[] = [];
  let session = 0;
  times.forEach((time, at) => {
    while (session < sessions.length && time >= (sessions[session]?.close ?? 0)) session += 1;
    const own = sessions[session];
    if (!own || time < own.open) return;
    const { regular } = own;
    const isShaded = regular
      ? time < regular.open || time >= regular.close
      : (sessions.length - 1 - session) % 2 === 1;
    if (!isShaded) return;
    const last = bands.at(-1);
    if (last?.to === at - 1) last.to = at;
    else bands.push({ from: at, to: at });
  });
  return bands;
}

/** The place of the bar that a moment (ms, UTC) belongs to: the newest that began by then. -1 before the first. */
export function barAt(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
