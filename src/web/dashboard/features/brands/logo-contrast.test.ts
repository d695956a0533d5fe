import { expect, it } from 'vitest';
import { visibleShare } from './logo-contrast.ts';

const pixels = (...of: [r: number, g: number, b: number, alpha: number][]): Uint8ClampedArray =>
  new Uint8ClampedArray(of.flat());

it.each([
  ['white on white', pixels([255, 255, 255, 255]), '#ffffff', 0],
  ['almost white on white', pixels([240, 240, 240, 255]), '#ffffff', 0],
  ['navy on navy', pixels([16, 32, 64, 255]), '#102040', 0],
  ['white on navy', pixels([255, 255, 255, 255]), '#102040', 1],
  [
    'a brass mark beside navy letters, on navy',
    pixels([16, 32, 64, 255], [200, 150, 60, 255]),
    '#102040',
    0.5,
  ],
  ['transparent pixels don’t count', pixels([255, 255, 255, 0], [255, 255, 255, 255]), '#102040', 1],
  ['a veil too thin to see', pixels([255, 255, 255, 8]), '#102040', 0],
  ['nothing at all', pixels([0, 0, 0, 0]), '#102040', 0],
])('%s', (_, logo, ground, share) => {
  expect(visibleShare(logo, ground)).toBeCloseTo(share);
});
