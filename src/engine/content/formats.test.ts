import { describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { textsOf } from '#src/shared/content/document.ts';
import { isSlot, plain } from '#src/shared/content/text.ts';
import { type ChosenFormats, DEFAULT_FORMATS, sampleDate } from '#src/shared/formats.ts';
import { machineFigure } from '../channels/webhook/machine-figure.ts';
import { fallInput } from './document.fixture.ts';
import { checkPlainText } from './gate/check-content.ts';
import type { Facts } from './gate/facts.ts';
import { wordClaim } from './gate/word-claim.ts';
import { CURRENCIES, currencyName } from './languages/currencies.ts';
import { LEXICONS } from './languages/registry.ts';
import { timeWords } from './languages/time-words.ts';
import { marketSlots } from './market-slots.ts';
import { chartOf } from './picture/chart-of-event.ts';
import { chartBar } from './picture/facts.ts';
import { canDraw, faceFor } from './picture/typefaces.ts';
import { inFormats, numberIn, PICTURE_WORDS } from './picture/words/registry.ts';
import { describeWhen } from './when.ts';
import { writeAlert } from './writer.ts';

const SWISS: ChosenFormats = {
  separators: 'apostrophe_point',
  percent: 'spaced',
  plusSign: 'hidden',
  minusSign: 'minus',
  currency: 'symbol',
  date: 'day_points',
  clock: '24h',
};
const input = (formats?: ChosenFormats) => fallInput({ brand: { ...fallInput().brand, formats } });
const factsIn = (formats?: ChosenFormats): Facts => ({ ...input(formats), brandName: 'Harbor', formats });

describe.each(LANGUAGES)('alerts in %s', (language) => {
  it('have the bytes that they had before brands chose formats', () => {
    const before = writeAlert(fallInput(), language);
    expect(writeAlert(input(DEFAULT_FORMATS), language)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('formats');
  });

  it.each([
    ['points and commas', { separators: 'point_comma' }, /2\.386,13/],
    ['spaces', { separators: 'space_comma' }, /2\u202f386,13/],
    ['apostrophes', { separators: 'apostrophe_point' }, /2'386\.13/],
    ['commas and points', { separators: 'comma_point' }, /2,386\.13/],
    ['a percent sign apart', { percent: 'spaced' }, /11[.,]98\u00a0%/],
    ['a percent sign beside', { percent: 'tight' }, /11[.,]98%/],
    ['a minus sign', { minusSign: 'minus' }, /\u221211[.,]98/],
    ['points in dates', { date: 'day_points' }, /16\.03\.2020/],
    ['slashes in dates', { date: 'day_slashes' }, /16\/03\/2020/],
    ['months first', { date: 'month_slashes' }, /03\/16\/2020/],
    ['ISO dates', { date: 'iso' }, /2020-03-16/],
  ] satisfies [string, ChosenFormats, RegExp][])('have %s, and hold', (_name, formats, written) => {
    const document = writeAlert(input(formats), language);
    const text = textsOf(document)
      .map((each) => plain(each.text))
      .join('\n');
    expect(text).toMatch(written);
    const usual = writeAlert(fallInput(), language);
    // A program reads the same figures whatever they look like.
    const read = (of: typeof document) =>
      [of.figure!, ...of.table].map(({ value }) => machineFigure(value, language, of.look.formats));
    expect(read(document)).toEqual(read(usual));
  });

  it('know where each of the formats stands, and the clock of twelve hours', () => {
    const { time } = LEXICONS[language];
    const iso = timeWords(language, { date: 'iso', clock: '12h' });
    for (const key of ['day', 'label', 'short', 'moment', 'stamp'] as const)
      expect(iso[key], key).toContain('yyyy-LL-dd');
    for (const key of ['clock', 'time', 'moment', 'stamp'] as const) {
      expect(iso[key], key).toMatch(/h:mm/);
      expect(iso[key], key).not.toMatch(/HH|Uhr/);
    }
    expect(timeWords(language, { clock: '24h' })).toBe(time);
    const when = (formats: ChosenFormats) =>
      describeWhen(
        '2020-03-16T17:00:00Z',
        '2020-03-16T16:00:00Z',
        '1h',
        'America/New_York',
        undefined,
        timeWords(language, formats),
      );
    expect(when({}).label).toContain(sampleDate(language, {}));
    expect(when({ date: 'day_points' }).label).toContain(sampleDate(language, { date: 'day_points' }));
    expect(when({}).label).toContain('13:00');
    expect(when({ clock: '12h' }).label).toMatch(language === 'ja' ? /午後1:00/ : /\b1:00 [\p{L}.\s]+/u);
  });

  test('the gate reads figures in the brand’s formats', () => {
    const facts = factsIn(SWISS);
    const rules = { language, forbidden: [] };
    const [sentence = []] = wordClaim({ claim: 'role', figure: 'close' }, facts, language).sentences;
    const said = plain(sentence);
    expect(said).toContain("2'386.13");
    expect(checkPlainText(said, facts, rules).verdict).toBe('passed');
    expect(checkPlainText(said.replace("2'386.13", "2'386.31"), facts, rules).verdict).not.toBe('passed');
    expect(checkPlainText(said, factsIn(), rules).verdict, 'not the brand’s format').not.toBe('passed');
  });

  test('axes and slots of charts follow', () => {
    const words = inFormats(PICTURE_WORDS[language], SWISS);
    expect(numberIn(words, '-1,234.5%')).toBe("\u22121'234.5\u00a0%");
    expect(words.dates.dayMonth).toBe('dd.LL.');
    expect(inFormats(PICTURE_WORDS[language], { clock: '12h' }).dates.hour).toMatch(/h:mm/);
    const usual = PICTURE_WORDS[language];
    for (const figure of ['-1,234.5%', '0.05', '1,000,000'])
      expect(numberIn(inFormats(usual), figure)).toBe(numberIn(usual, figure));
  });
});

it('writes months first in English only', () => {
  expect(plain(writeAlert(input({ date: 'month_first' })).summary)).toContain('Monday, March 16, 2020');
  expect(writeAlert(input({ date: 'month_first' }), 'de').summary).toEqual(
    writeAlert(fallInput(), 'de').summary,
  );
});

it('draws a chart with the marks of the brand', () => {
  const document = writeAlert(input(SWISS));
  const { detector, evidence, timeframe, symbol, name, timeZone } = fallInput();
  const given = {
    detector,
    evidence,
    timeframe,
    instrument: { symbol, name, timeZone, currency: 'EUR', exchange: null },
    bars: evidence.bars.map(chartBar),
  };
  const { svg, description } = chartOf(document, given);
  expect(svg).toMatch(/2(?:'|&#39;|&apos;)386\.13/);
  expect(svg).toContain('€');
  expect(svg).not.toMatch(/>\d,\d{3}/);
  expect(description.filter(isSlot).map(({ text }) => text)).toContain("2'386.13");
});

it('names currencies by their sign where a face has it', () => {
  expect(currencyName('USD', { currency: 'symbol' })).toBe('$');
  expect(currencyName('CHF', { currency: 'symbol' })).toBe('CHF');
  expect(currencyName('USD')).toBe('USD');
  for (const code of CURRENCIES)
    for (const face of ['sans', 'mono'] as const)
      expect(canDraw(currencyName(code, { currency: 'symbol' }), face), code).toBe(true);
  const read = marketSlots({ ...factsIn(SWISS), currency: 'USD' });
  expect(read({ of: 'instrument.currency', as: 'text' })).toBe('$');
  expect(canDraw("\u22121'234.8\u00a0%", 'mono')).toBe(true);
  expect(faceFor('1\u202f234', 'mono'), 'in another face').not.toBeNull();
});
