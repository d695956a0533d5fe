import { expect, test } from 'vitest';
import { contrast } from '#src/shared/colors.ts';
import { distance, VISIONS } from './color-vision.fixture.ts';
import { THEMES } from './facts.ts';
import { paletteOf } from './palette.ts';

const BRANDS = ['#0f4c5c', '#ffffff', '#000000', '#ffd400', '#101018', '#fffdf8', '#b3261e', '#808080'];

test.each(THEMES)('rising and falling stay apart for every kind of color vision, on %s ground', (theme) => {
  const { up, down } = paletteOf({ accent: '#0f4c5c' }, theme);
  for (const vision of VISIONS) expect(distance(up, down, vision), vision).toBeGreaterThan(0.1);
});

test.each(THEMES)(
  'series of a comparison stay apart for every kind of color vision, on %s ground',
  (theme) => {
    const { series } = paletteOf({ accent: '#0f4c5c' }, theme);
    for (const vision of VISIONS)
      for (const [at, one] of series.entries())
        for (const other of series.slice(at + 1))
          expect(distance(one, other, vision), `${vision} ${one} ${other}`).toBeGreaterThan(0.07);
  },
);

test.each(THEMES)('text and marks are readable on %s ground, whatever the brand', (theme) => {
  for (const color of BRANDS) {
    const palette = paletteOf({ accent: color }, theme);
    const { paper } = palette;
    for (const text of [palette.ink, palette.mute, palette.up, palette.down, ...palette.series])
      expect(contrast(text, paper)).toBeGreaterThanOrEqual(4.5);
    for (const mark of [palette.accent, palette.calm])
      expect(contrast(mark, paper)).toBeGreaterThanOrEqual(3);
  }
});

test('the distance is that of OKLab: black and white are 1 apart, and a simulated pair is nearer than the pair', () => {
  expect(distance('#000000', '#ffffff', 'usual')).toBeCloseTo(1, 3);
  expect(distance('#ff0000', '#008000', 'deuteranopia')).toBeLessThan(
    distance('#ff0000', '#008000', 'usual') / 2,
  );
});
