import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0.0 s'],
  [12, 'under 0.1 s'],
  [50, '0.1 s'],
  [820, '0.8 s'],
  [12_340, '12.3 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [252_000, '4 min 12 s'],
  [3_599_800, '1 h'],
  [11_100_000, '3 h 5 min'],
  [86_399_000, '1 d'],
  [2 * 86_400_000 + 3_600_000 * 3, '2 d 3 h'],
])('%d ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
