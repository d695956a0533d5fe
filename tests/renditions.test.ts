import { describe, expect, it, test } from 'vitest';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { drill } from './support/drill.ts';
import { BRANDS, events } from './support/renditions/alerts.ts';
import { wrongTicks } from './support/renditions/axes.ts';
import { drawSheets } from './support/renditions/contact-sheets.ts';
import { habitsOf, USUAL_HABITS } from './support/renditions/habits.ts';
import { type Grounds, known } from './support/renditions/known.ts';
import { readBack } from './support/renditions/read-back.ts';
import { textsOfSvg } from './support/renditions/texts-of-svg.ts';
import {
  PICTURES,
  type Reading,
  readMessages,
  readPicture,
  type Told,
} from './support/renditions/renditions.ts';
import { TEMPLATES } from './support/renditions/templates.ts';

/*
 * Every figure of every rendition, read back by a reader that shares nothing with what wrote it: every kind of event in
 * every language, brand, template and channel, and in pictures. The short form takes some of each.
 */
const EVENTS = events();
const ALL: readonly Told[] = EVENTS.flatMap((event, place) =>
  LANGUAGES.flatMap((language) =>
    BRANDS.map((brand, at) => ({ event, brand, language, shape: (place + at) % 3 })),
  ),
);
/** Some of them, spread over all. */
const some = <T>(all: readonly T[], count: number): T[] => {
  const step = all.length / Math.min(count, all.length);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)]!);
};

function report(what: string, readings: readonly Reading[], began: number): string[] {
  const lost = readings.flatMap(({ where, unattributed }) => unattributed.map((each) => `${where}: ${each}`));
  const figures = readings.reduce((sum, reading) => sum + reading.figures, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${what}: ${readings.length} renditions, ${figures} figures read, ${lost.length} unattributed, ${seconds} s`,
  );
  return lost;
}

test('every figure of a message comes from its event', async () => {
  const began = performance.now();
  const readings: Reading[] = [];
  const all = ALL.flatMap((told) => TEMPLATES.map((template) => ({ told, template })));
  for (const { told, template } of some(all, drill(7, Infinity)))
    readings.push(...(await readMessages(told, template)));
  expect(report('Messages', readings, began).slice(0, Number(process.env['SHOW'] ?? 1e9))).toEqual([]);
});

test('every figure of a picture comes from its event, and its axes are true', () => {
  const began = performance.now();
  const readings: Reading[] = [];
  for (const told of some(ALL, drill(3, Infinity))) {
    const written = told.event.write(told.brand, told.language, told.shape);
    for (const choice of PICTURES) readings.push(...readPicture(told, written, choice));
  }
  expect(report('Pictures', readings, began)).toEqual([]);
});

describe('the reader', () => {
  const GROUNDS: Grounds = {
    figures: [
      known('figures.change_pct', -11.9841, 'rounded', '%'),
      known('bar.close', '2386.129883', 'rounded'),
      known('params.min_pct', 5, 'exact', '%'),
      known('params.window', 252, 'exact'),
      known('bar.volume', '1234567', 'volume'),
      known('figures.ratio', 3.256, 'hundredths'),
    ],
    days: new Set(['2020-03-16']),
    clocks: new Set(['16:05']),
    offsets: new Set([-4]),
    moments: new Set(),
    lengths: new Set(['5']),
    verbatim: ['S&P 500'],
  };
  const lostIn = (text: string, language: Language = 'en'): string[] =>
    readBack(text, GROUNDS, language, USUAL_HABITS[language]).unattributed.map(({ figure }) => figure);

  it.each([
    ['en', 'S&P 500 falls 11.98% to 2,386.13 on Monday, 16 March 2020 at 16:05 GMT-4 in 5-minute bars'],
    ['en', '-11.98%, moves of 5% or more, a 252-bar low, volume 1,234,567, 3.26 times the mean'],
    ['de', 'S&P 500: -11,98\u00a0% auf 2.386,13 am Montag (16. März 2020) um 16:05 Uhr GMT-4'],
    ['fr', 'Le lundi 16 mars 2020 : 2\u202f386,13 et 1\u202f234\u202f567, soit -11,98\u00a0%'],
    ['es', 'lunes 16 de marzo de 2020: 2.386,13'],
    ['pt', 'segunda-feira, 16 de mar. de 2020: -11,98%'],
    ['ja', '2020年3月16日（月）16:05、5分足、終値2,386.13（-11.98%）'],
  ] as const)('reads %s: %s', (language, text) => expect(lostIn(text, language)).toEqual([]));

  it.each([
    ['a changed digit', 'S&P 500 falls 11.89%', '11.89%'],
    ['a digit more', '12,386.13', '12,386.13'],
    ['a rounding in the wrong direction', '2,386.12', '2,386.12'],
    ['too few decimals', 'down 12%', '12%'],
    ['a turned sign', '+11.98%', '+11.98%'],
    ['a sign where there is none', '-2,386.13', '-2,386.13'],
    ['a percentage that is none', '2,386.13%', '2,386.13%'],
    ['a price that is a percentage', 'closed at 11.98', '11.98'],
    ['another name', 'S&P 5000', '5000'],
    ['another day', '17 March 2020', '17 March 2020'],
    ['another weekday', 'Tuesday, 16 March 2020', '16 March 2020'],
    ['another time', 'at 16:06', '16:06'],
    ['another zone', 'at 16:05 GMT-5', '16:05 GMT-5'],
    ['other bars', '15-minute bars', '15'],
    ['digits of another script', '٢٣٨٦', '٢٣٨٦'],
    ['digits without groups', '2386.13', '2386.13'],
  ] as const)('finds %s', (_what, text, figure) => expect(lostIn(text)).toEqual([figure]));

  it('finds figures that are written as another language does', () => {
    expect(lostIn('2,386.13', 'de')).toEqual(['2,386.13']);
    expect(lostIn('2 386,13', 'fr')).toEqual(['2', '386,13']);
    expect(lostIn('11,98 %', 'de')).toEqual(['11,98 %']);
  });

  it('reads by other habits where it is told them', () => {
    const swiss = habitsOf('de', {
      separators: 'apostrophe_point',
      percent: 'tight',
      minusSign: 'minus',
      date: 'iso',
    });
    expect(readBack("2'386.13, \u221211.98%, 2020-03-16", GROUNDS, 'de', swiss)).toEqual({
      figures: 3,
      unattributed: [],
    });
    for (const usual of ['2.386,13', '-11.98%', '2020-03-17'])
      expect(readBack(usual, GROUNDS, 'de', swiss).unattributed.length, usual).toBeGreaterThan(0);
  });

  it('finds a label that isn’t as high as its value', () => {
    const tick = (y: number, text: string): string =>
      `<text x="9" y="${y}" font-size="13" text-anchor="end" class="tick">${text}</text>`;
    const wrong = (labels: readonly string[]): string[] =>
      wrongTicks(
        textsOfSvg(labels.map((text, at) => tick(110 - at * 25, text)).join('')),
        'en',
        USUAL_HABITS.en,
      );
    expect(wrong(['2,300', '2,400', '2,500', '2,600'])).toEqual([]);
    expect(wrong(['2,300', '2,450', '2,500', '2,600'])).toEqual(['2,450']);
    expect(wrong(['2,300', '2.400', '2,500', '2 600'])).toEqual(['2 600', '2.400']);
  });

  it('finds a changed digit in a whole alert', async () => {
    const told = ALL.find(({ event, language }) => event.name.startsWith('big_move') && language === 'de');
    if (!told) throw new Error('There is no such event.');
    const changed: Told = {
      ...told,
      event: {
        ...told.event,
        write: (...args) => {
          const written = told.event.write(...args);
          const headline = written.document.headline.map((node) =>
            typeof node === 'object' && 'text' in node
              ? {
                  ...node,
                  text: node.text.replace(/\d(?=\s%|%)/u, (digit) => String((Number(digit) + 1) % 10)),
                }
              : node,
          );
          return { ...written, document: { ...written.document, headline } };
        },
      },
    };
    const [template] = TEMPLATES;
    if (!template) throw new Error('There is no template.');
    const readings = await readMessages(changed, template);
    const found = readings.filter(({ unattributed }) => unattributed.length > 0);
    // The document, and every channel.
    expect(found.length).toBeGreaterThan(10);
  });
});

test('pictures of every format are drawn; as a drill, 200 of them on sheets to look at', async () => {
  const folder = drill('', 'shots/renditions');
  expect(await drawSheets(ALL, drill(0.01, 1), folder === '' ? null : folder)).toBe(drill(5, 200));
});
