import { expect, it } from 'vitest';
import type { AlertDocument } from './document.ts';
import { documentsOf, inLanguage } from './content.ts';

const document = (language: string): AlertDocument => ({
  version: 1,
  language,
  look: { name: 'Harbor & Vale', color: '#0f4c5c', accent: '#0f4c5c', logo: null },
  direction: null,
  title: ['A title'],
  dateline: [],
  headline: ['A title'],
  figure: null,
  notice: null,
  summary: [],
  blocks: [],
  table: [],
  chart: null,
  callToAction: null,
  disclaimers: [],
});
const [german, english] = [document('de'), document('en')];

it('reads what revisions hold: several documents, one, or what isn’t written any more', () => {
  expect(documentsOf({ version: 2, documents: [german, english] })).toEqual([german, english]);
  expect(documentsOf(english)).toEqual([english]);
  expect(documentsOf({ title: 'A title', text: 'A text', html: '', media: [] })).toEqual([]);
  expect(documentsOf({ version: 2, documents: [] })).toEqual([]);
  expect(documentsOf(undefined)).toEqual([]);
});

it.each([
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['de-AT', 'de'],
  ['it', 'de'],
  [null, 'de'],
])('finds for %s what is written in %s', (wanted, found) => {
  expect(inLanguage([german, english], wanted)?.language).toBe(found);
  expect(inLanguage([], wanted)).toBeNull();
});
