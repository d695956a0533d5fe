import { expect, it } from 'vitest';
import { addressesIn, textLength } from './text-length.ts';

it.each([
  ['', 0, 0, 0],
  ['abc', 3, 3, 3],
  ['é', 1, 1, 2],
  ['漢字', 2, 2, 6],
  ['🔔', 1, 2, 4],
  ['👩‍👩‍👧', 5, 8, 18],
])('counts %s in code points, code units and bytes', (text, characters, utf16, bytes) => {
  expect(textLength(text, 'characters')).toBe(characters);
  expect(textLength(text, 'utf16')).toBe(utf16);
  expect(textLength(text, 'bytes')).toBe(bytes);
});

// The examples of the published rules.
it.each([
  ['H🐱☺👨‍👩‍👧‍👦', 7],
  ['漢'.repeat(140), 280],
  ['Σ'.repeat(280), 280],
  ['“quoted” – done…', 17],
  ['e\u0301', 1],
  ['https://bellwire.example/a/very/long/way/to/the/evidence?of=it', 23],
  ['See https://a.example, then https://b.example.', 4 + 23 + 7 + 23 + 1],
  ['🇩🇪', 2],
])('weighs %s', (text, weight) => expect(textLength(text, 'weighted')).toBe(weight));

it('finds addresses without what ends the sentence', () => {
  expect(addressesIn('(https://a.example/x) and http://b.example/?q=1!')).toEqual([
    'https://a.example/x',
    'http://b.example/?q=1',
  ]);
  expect(addressesIn('No address: a.example, mailto:x@y.example')).toEqual([]);
});
