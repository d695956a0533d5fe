/** The steps after the line is drawn, in order, each with the moment it shows (ms from the start). */
export const STEPS = ['brand', 'headline', 'change', 'lead', 'sent-0', 'sent-1', 'sent-2', 'sent-3'] as const;
export type Step = (typeof STEPS)[number];

const DRAW_FROM = 300;
const DRAW_UNTIL = 2500;
const SHOWS_AT: Record<Step, number> = {
  brand: 2950,
  headline: 3150,
  change: 3350,
  lead: 3550,
  'sent-0': 3900,
  'sent-1': 4120,
  'sent-2': 4340,
  'sent-3': 4560,
};

/** How long it takes in all, in ms: with the last fade still under five seconds. */
export const LENGTH = 4600;

export type Frame = {
  /** Bars that have closed so far: those the detector has seen. */
  checked: number;
  shown: ReadonlySet<Step>;
};

/** What is seen `elapsed` ms after the start, of a series of `bars` bars (at least one). */
export function frameAt(elapsed: number, bars: number): Frame {
  const part = Math.min(1, Math.max(0, (elapsed - DRAW_FROM) / (DRAW_UNTIL - DRAW_FROM)));
  return {
    checked: elapsed < DRAW_FROM ? 0 : Math.floor(part * (bars - 1)) + 1,
    shown: new Set(STEPS.filter((step) => elapsed >= SHOWS_AT[step])),
  };
}
