import { describe, expect, it } from 'vitest';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { isSlot, plain, type Text } from '#src/shared/content/text.ts';
import { textsOf } from '#src/shared/content/document.ts';
import { CANDLES } from '#src/shared/rules/candles.ts';
import { firstDetection } from '../../detectors/bars.fixture.ts';
import { DETECTORS } from '../../detectors/registry.ts';
import { fallInput } from '../document.fixture.ts';
import { marketSlots } from '../market-slots.ts';
import { plainWords } from '../plain-words.ts';
import { type AlertInput, groundOf, writeAlert } from '../writer.ts';
import { SHAPES } from './lexicon.ts';
import { fromMarks, inMarks } from '#src/shared/content/marks.ts';
import { LEXICONS } from './registry.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const shapes = Array.from({ length: SHAPES }, (_, shape) => shape);

/** What each detector finds first, both ways where it has two, in an instrument with digits in its name. */
const FOUND = [
  ...DETECTORS.map(({ name }) => name),
  'death_cross:fast=5,slow=20',
  'rsi_cross:level=30,direction=down',
  'streak:length=3,direction=down',
  'new_low:window=100',
  'candle:pattern=three_white_soldiers',
];
const inputOf = (detector: string, change: Partial<AlertInput> = {}): AlertInput => {
  const found = firstDetection(detector);
  return {
    ...fallInput(),
    name: 'Stoxx 600',
    symbol: 'SXXP',
    timeZone: 'Europe/Berlin',
    detector: found.detector,
    value: found.value,
    evidence: found.evidence,
    eventTime: found.time,
    ...change,
  };
};
/** Of a bar that isn't over. */
const openInputOf = (detector: string): AlertInput => {
  const input = inputOf(detector);
  const until = input.eventTime + (14 * 60 + 3) * 60_000;
  return {
    ...input,
    evidence: { ...input.evidence, until: new Date(until).toISOString() },
    eventTime: until,
  };
};
const RULE = 'close crosses above sma(5) or rsi(14) > 70';
const ruleInput = (): AlertInput => {
  const { evidence, ...input } = fallInput();
  return {
    ...input,
    detector: 'rule',
    value: 2386.129883,
    evidence: {
      ...evidence,
      params: {},
      figures: { close: 2386.129883, 'sma(5)': 2500.5, 'rsi(14)': 71.25 },
      rule: RULE,
    },
  };
};
const INPUTS: [string, AlertInput][] = [
  ...FOUND.flatMap((detector): [string, AlertInput][] => [
    [detector, inputOf(detector, { trial: true })],
    [`${detector} of an open bar`, openInputOf(detector)],
  ]),
  ['1h bars', inputOf('big_move', { timeframe: '1h' })],
  ['weekly bars', inputOf('gap', { timeframe: '1w' })],
  ['a market that never closes', inputOf('big_move', { timeZone: 'UTC' })],
  ['a rule', ruleInput()],
];

/** Words of ours, without what the evidence says. */
const ours = (text: Text): string => text.filter((node) => typeof node === 'string').join(' ');
/** Words that English and another language share. */
const SHARED = new Set(
  'information minutes relative index data multiple certain chart true range trial volume conditions gaps candles'.split(
    ' ',
  ),
);
const english = (() => {
  const words = new Set<string>();
  for (const [, input] of INPUTS)
    for (const shape of shapes)
      for (const { text } of textsOf(writeAlert({ ...input, shape })))
        for (const [word] of ours(text)
          .toLowerCase()
          .matchAll(/\p{L}+/gu))
          words.add(word);
  return new Set([...words].filter((word) => word.length > 3 && !SHARED.has(word)));
})();

describe.each(OTHERS)('in %s', (language) => {
  it.each(INPUTS)('%s reads in every shape without a word of English', (_name, input) => {
    const summaries = new Set<string>();
    const headlines = new Set<string>();
    for (const shape of shapes) {
      const document = writeAlert({ ...input, shape }, language);
      expect(document.language).toBe(language);
      for (const { part, text } of textsOf(document)) {
        expect(plain(text), part).not.toMatch(/\{\{|\}\}|NaN|undefined|null/);
        const left = [
          ...ours(text)
            .toLowerCase()
            .matchAll(/\p{L}+/gu),
        ].flatMap(([word]) => (english.has(word) ? [word] : []));
        expect(left, plain(text)).toEqual([]);
      }
      summaries.add(plain(document.summary));
      headlines.add(plain(document.headline));
      expect(plain(document.summary)).toMatch(language === 'ja' ? /。$/ : /[.»]$/);
    }
    expect([summaries.size, headlines.size]).toEqual([SHAPES, SHAPES]);
  });
});

it.each(LANGUAGES)('figures in %s are those of the evidence, in the marks of the language', (language) => {
  for (const [name, input] of INPUTS) {
    const english = marketSlots({ ...input, brandName: input.brand.name });
    const { read } = groundOf(input, language);
    for (const { text } of textsOf(writeAlert(input, language)))
      for (const node of text.filter(isSlot)) {
        expect(read(node), name).toBe(node.text);
        if (node.slot !== 'figure') continue;
        const said = english(node) ?? '';
        expect(node.text, name).toBe(inMarks(said, language));
        expect(fromMarks(node.text.replace(/\s?%$/u, '').replace(/^[+-]/, ''), language)).toBe(
          said.replace(/%$/, '').replace(/^[+-]/, ''),
        );
      }
  }
});

it.each([
  ['en', '2,386.13', '11.98%', '16 Mar 2020', 'on Monday, 16 March 2020'],
  ['de', '2.386,13', '11,98\u00a0%', '16. März 2020', 'am Montag (16. März 2020)'],
  ['es', '2.386,13', '11,98\u00a0%', '16 de mar de 2020', 'el lunes 16 de marzo de 2020'],
  ['fr', '2\u202f386,13', '11,98\u00a0%', '16 mars 2020', 'le lundi 16 mars 2020'],
  ['pt', '2.386,13', '11,98%', '16 de mar. de 2020', 'em 16 de março de 2020 (segunda-feira)'],
  ['ja', '2,386.13', '11.98%', '2020年3月16日', '2020年3月16日（月）'],
] as [Language, string, string, string, string][])(
  'writes figures and dates as %s does',
  (language, close, size, short, phrase) => {
    const { summary, dateline } = plainWordsOf(fallInput(), language);
    for (const part of [close, size, phrase]) expect(summary).toContain(part);
    expect(dateline).toContain(short);
  },
);

const plainWordsOf = (input: AlertInput, language: Language) => {
  const words = plainWords(writeAlert(input, language));
  return { ...words, summary: words.lead };
};

it.each(LANGUAGES)('has every candle and session of its own in %s', (language) => {
  const { candles, sessions } = LEXICONS[language];
  expect(new Set(Object.values(candles)).size).toBe(Object.keys(CANDLES).length);
  expect(new Set(Object.values(sessions)).size).toBe(5);
});
