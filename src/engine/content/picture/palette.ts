import { readableOn } from '#src/shared/colors.ts';
import type { PictureLook, Theme } from './facts.ts';

/**
 * Colors of a picture. Rising and falling are a bluish green and a red of another lightness, which stay apart for readers
 * who are deuteranopic or protanopic (palette.test.ts measures it); an arrow, a sign or a fill always says the same.
 */
export type Palette = {
  paper: string;
  ink: string;
  /** Labels of axes and captions. At least 4.5:1. */
  mute: string;
  /** Candles and lines that are not the point. At least 3:1. */
  calm: string;
  /** Hairlines of the grid. */
  line: string;
  up: string;
  down: string;
  /** The brand's accent: at least 3:1 on light paper, 5:1 on dark, where thin lines fade. */
  accent: string;
  /** Further series of a comparison, also told apart by their dashes and labels. */
  series: readonly string[];
};

const GROUNDS = {
  light: {
    paper: '#fffdf8',
    ink: '#1d1a16',
    mute: '#655d50',
    calm: '#857b6c',
    line: '#e6decf',
    up: '#00746b',
    down: '#b3261e',
    series: ['#2a5a9c', '#9a6a00', '#4f1747'],
  },
  dark: {
    paper: '#16140f',
    ink: '#f3ede1',
    mute: '#b0a693',
    calm: '#8d8371',
    line: '#332e25',
    up: '#43c6b6',
    down: '#ff8a75',
    series: ['#8db8f0', '#e0b04a', '#f6dcfa'],
  },
} as const;

export function paletteOf(look: Pick<PictureLook, 'accent'>, theme: Theme): Palette {
  const ground = GROUNDS[theme];
  return { ...ground, accent: readableOn(look.accent, ground.paper, theme === 'dark' ? 5 : 3) };
}
