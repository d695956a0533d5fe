import { type CardFormat, FORMATS } from '#src/shared/content/picture-formats.ts';

/** Where a card has what. Lengths in pixels of the file, on a grid of 8. */
export type CardLayout = {
  width: number;
  height: number;
  /** Room at the sides. */
  edge: number;
  /** The band of the brand, and where its logo stands in it; `foot` is the same color along the bottom. */
  band: { height: number; middle: number; logo: { width: number; height: number }; name: number };
  foot: number;
  /** Between one part and the next. */
  gap: number;
  kicker: number;
  headline: { sizes: readonly number[]; lines: number };
  /** Of a card without a chart, where words have its room. */
  poster: { sizes: readonly number[]; lines: number };
  figure: readonly number[];
  label: number;
  summary: { size: number; lines: number };
  /** The part of the width that the chart takes beside the words, or null for below them; and how much it is enlarged. */
  plot: { beside: number | null; scale: number };
  caption: number;
  small: { sizes: readonly number[]; lines: number };
};

const BESIDE = {
  edge: 56,
  band: { height: 88, middle: 44, logo: { width: 320, height: 52 }, name: 32 },
  foot: 0,
  gap: 32,
  kicker: 21,
  headline: { sizes: [50, 46, 42, 38, 34, 30], lines: 6 },
  poster: { sizes: [64, 58, 52, 46, 40, 36], lines: 4 },
  figure: [80, 72, 64, 56, 48, 40, 32, 26],
  label: 21,
  summary: { size: 25, lines: 4 },
  plot: { beside: 0.55, scale: 1.55 },
  caption: 19,
  small: { sizes: [16, 15, 14], lines: 3 },
} as const;

export const LAYOUTS: Readonly<Record<CardFormat, CardLayout>> = {
  social: { ...FORMATS.social, ...BESIDE },
  wide: { ...FORMATS.wide, ...BESIDE },
  square: {
    ...FORMATS.square,
    edge: 64,
    band: { height: 112, middle: 56, logo: { width: 420, height: 64 }, name: 38 },
    foot: 0,
    gap: 40,
    kicker: 26,
    headline: { sizes: [68, 62, 56, 50, 44, 38], lines: 3 },
    poster: { sizes: [84, 76, 68, 60, 52, 44], lines: 6 },
    figure: [112, 100, 88, 76, 64, 52, 40, 32],
    label: 26,
    summary: { size: 32, lines: 7 },
    plot: { beside: null, scale: 1.85 },
    caption: 24,
    small: { sizes: [20, 18], lines: 3 },
  },
  // Apps lay their own controls over the first 250 and the last 340 pixels of a story: only color is there.
  story: {
    ...FORMATS.story,
    edge: 72,
    band: { height: 360, middle: 300, logo: { width: 480, height: 72 }, name: 46 },
    foot: 240,
    gap: 52,
    kicker: 32,
    headline: { sizes: [88, 80, 72, 64, 56, 48], lines: 5 },
    poster: { sizes: [104, 96, 88, 80, 72, 64, 56], lines: 7 },
    figure: [144, 128, 112, 96, 80, 64, 52, 40],
    label: 32,
    summary: { size: 40, lines: 9 },
    plot: { beside: null, scale: 2.05 },
    caption: 28,
    small: { sizes: [24, 22, 20], lines: 4 },
  },
};
