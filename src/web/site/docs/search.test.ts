import { describe, expect, it } from 'vitest';
import { createSearch, excerptOf, mark, wordsOf } from './search.ts';
import type { Section } from './sections.ts';

const section = (title: string, heading: string, text: string): Section => ({
  title,
  heading,
  href: `/${title}#${heading}`,
  text,
});
const SECTIONS = [
  section('Deliveries', '', 'What each state means.'),
  section('Deliveries', 'Why there is an unknown', 'The connection breaks after the mail has gone out.'),
  section('Glossary', 'Delivery', 'Unknown. It went out and no answer came.'),
  section('How detection works', 'big_move: the close moved far', 'At least min_pct percent away.'),
  section('Glossary', 'Market', 'A gap is the distance between an open and the previous close.'),
];
const find = createSearch(SECTIONS);
const found = (query: string) => find(query).map((hit) => hit.section.heading);

describe('search', () => {
  it.each([
    ['unknown', ['Why there is an unknown', 'Delivery']],
    ['UNKNOWN mail', ['Why there is an unknown']],
    ['big_move', ['big_move: the close moved far']],
    ['min_pct', ['big_move: the close moved far']],
    ['clos prev', ['Market']],
    ['deliveries', ['', 'Why there is an unknown']],
    ['nothing of the kind', []],
    ['unkown', ['Why there is an unknown', 'Delivery']],
    ['   ', []],
    ['(.*', []],
  ])('%j finds %j', (query, headings) => {
    expect(found(query)).toEqual(headings);
  });

  it('puts a heading before a text, and the start of a word before its middle', () => {
    const sections = [
      section('A', 'One', 'about regaps'),
      section('B', 'Two', 'about gaps'),
      section('C', 'Gaps', 'else'),
    ];
    expect(createSearch(sections)('gap').map((hit) => hit.section.title)).toEqual(['C', 'B', 'A']);
  });

  it('marks what a word with a typo has found', () => {
    expect(find('distence')[0]?.excerpt.filter(({ hit }) => hit)).toEqual([{ text: 'distance', hit: true }]);
  });

  it('gives eight at most', () => {
    expect(createSearch(Array.from({ length: 30 }, () => section('A', 'B', 'gap')))('gap')).toHaveLength(8);
  });
});

it('takes signs of the trade for parts of words', () => {
  expect(wordsOf(' /api/v1/me,  5%  "big_move" .')).toEqual(['/api/v1/me', '5%', 'big_move']);
});

describe('an excerpt', () => {
  const text = `${'before '.repeat(30)}the gap itself ${'after '.repeat(40)}`.trim();

  it('is cut at words around the first one found, and marks it', () => {
    const pieces = excerptOf(text, ['gap']);
    const whole = pieces.map((piece) => piece.text).join('');
    expect(whole).toMatch(/^… before .* after …$/);
    expect(whole.length).toBeLessThan(150);
    expect(pieces.filter((piece) => piece.hit)).toEqual([{ text: 'gap', hit: true }]);
  });

  it('is the beginning where the word stands in the heading only', () => {
    expect(excerptOf('Short text.', ['gap'])).toEqual([{ text: 'Short text.', hit: false }]);
  });
});

it('marks without reading the words as a pattern, the longer first', () => {
  expect(mark('a+b and a', ['a', 'a+b'])).toEqual([
    { text: 'a+b', hit: true },
    { text: ' ', hit: false },
    { text: 'a', hit: true },
    { text: 'nd ', hit: false },
    { text: 'a', hit: true },
  ]);
});
