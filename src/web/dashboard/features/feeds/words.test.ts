import { expect, it } from 'vitest';
import { importSentence } from './words.ts';

it.each([
  [502, 0, 'gme.csv was imported as GME: 502 rows.'],
  [502, 294, '208 of 502 rows of gme.csv were imported as GME. 294 were quarantined.'],
  [1200, 1, '1,199 of 1,200 rows of gme.csv were imported as GME. 1 was quarantined.'],
  [502, 502, 'gme.csv wasn’t imported: all 502 rows were quarantined.'],
  [0, 0, 'gme.csv has no rows. Nothing was imported.'],
])('%d rows of which %d were quarantined', (rows, putAside, sentence) => {
  expect(importSentence({ file: 'gme.csv', symbol: 'GME', rows, putAside })).toBe(sentence);
});
