import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureTheme } from '#src/shared/content/picture-formats.ts';
import type { ChartFacts } from '../facts.ts';
import type { Palette } from '../palette.ts';
import type { CardLayout } from './layouts.ts';

/** What is drawn: a layout, an alert and its colors. */
export type Card = CardLayout & {
  document: AlertDocument;
  /** Null where there are too few bars, or none: then the words have its room. */
  chart: ChartFacts | null;
  palette: Palette;
  theme: PictureTheme;
};

/** A logo as it is stored: PNG of our own making. */
export type CardLogo = { bytes: Uint8Array; width: number; height: number };

/** Large figures are set a little tighter. */
export const FIGURE_TRACKING = -0.03;
/** The height of a capital letter, and from line to line of headlines and of prose, in sizes of type. */
export const CAP = 0.72;
/** Of a Kanji over the line of the text. */
export const KANJI = 0.84;
export const LEADING = 1.12;
export const PROSE_LEADING = 1.42;
