/** The steps in order, each with the moment it shows (ms from the start): the brand at once, or the card would be empty. */
export const STEPS = ['brand', 'headline', 'change', 'lead', 'sent-0', 'sent-1', 'sent-2', 'sent-3'] as const;
export type Step = (typeof STEPS)[number];

const DRAW_FROM = 300;
const DRAW_UNTIL = 1400;
const SHOWS_AT: Record<Step, number> = {
  brand: 0,
  headline: 1600,
  change: 1800,
  lead: 2000,
  'sent-0': 2350,
  'sent-1': 2570,
  'sent-2': 2790,
  'sent-3': 3010,
};

/** How long it takes in all, in ms: with the last fade still under five seconds. */
export const LENGTH = 3050;

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
