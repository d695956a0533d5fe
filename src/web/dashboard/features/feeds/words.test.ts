import { expect, it } from 'vitest';
import { importSentence } from './words.ts';

it.each([
  [502, 0, 'gme.csv is imported as GME: 502 rows.'],
  [502, 294, '208 of 502 rows of gme.csv are imported as GME; 294 were put aside.'],
  [1200, 1, '1,199 of 1,200 rows of gme.csv are imported as GME; 1 was put aside.'],
  [502, 502, 'Nothing of gme.csv was imported: all 502 rows were put aside.'],
  [0, 0, 'gme.csv holds no rows. Nothing was imported.'],
])('%d rows of which %d were put aside', (rows, putAside, sentence) => {
  expect(importSentence({ file: 'gme.csv', symbol: 'GME', rows, putAside })).toBe(sentence);
});
