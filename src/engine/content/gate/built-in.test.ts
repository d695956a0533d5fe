import { expect, test } from 'vitest';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { Context } from '#src/shared/content/context.ts';
import { nodeText, plain, type Text } from '#src/shared/content/text.ts';
import { SHAPES } from '../languages/lexicon.ts';
import { madeEvents, ruleEvent } from '../picture/events.fixture.ts';
import { type AlertInput, writeAlert } from '../writer.ts';
import { checkPlainText } from './check-content.ts';
import { eventFacts } from './event-facts.ts';
import type { Facts } from './facts.ts';

const from = '2007-01-03T00:00:00.000Z';
const since = '2011-08-08T00:00:00.000Z';
const contextsOf = (way: 'up' | 'down'): Context[] => {
  const side = way === 'up' ? ('high' as const) : ('low' as const);
  const facts: Context['facts'][] = [
    [
      { fact: 'largest_since', way, since },
      { fact: 'followed', way, min_pct: 5, count: 14, later: 9, horizon: 5 },
    ],
    [{ fact: 'largest_since', way, since: null }],
    [
      { fact: 'year_extreme', side },
      { fact: 'streak', way, length: 5 },
    ],
    [{ fact: 'year_distance', side, close: 3386.15, time: since, distance_pct: 29.53 }],
  ];
  return facts.map((each) => ({ from, bars: 3_300, facts: each }));
};

const events = [
  ...madeEvents(),
  ruleEvent('close > sma(close, 20)'),
  ruleEvent('volume > 2 * sma(volume, 30)'),
];
const factsOf = ({ brand, ...input }: AlertInput): Facts => ({ ...input, brandName: brand.name });
/** Facts are looked up by identity: each event's are read once. */
const cases = events.map(({ input, document }, at) => {
  const contexts = contextsOf(document.direction === 'up' ? 'up' : 'down');
  const told = { ...input, context: contexts[at % contexts.length] ?? null, trial: at % 2 === 0 };
  return { input: told, facts: factsOf(told) };
});
/** Full stops in dates are slots'. */
const sentencesOf = (text: Text): string[] =>
  text
    .map((node) =>
      typeof node === 'string'
        ? node.replace(/\. (?=\p{Lu}|$)|(?<=。)/gu, (end) => `${end.trim()}\0`)
        : nodeText(node),
    )
    .join('')
    .split('\0')
    .filter((sentence) => sentence !== '');

test.each(LANGUAGES)('each sentence that the built-in writer writes passes, in %s', (language) => {
  const refused: unknown[] = [];
  let checked = 0;
  for (const { input, facts } of cases)
    for (let shape = 0; shape < SHAPES; shape += 1) {
      const { headline, title, summary, blocks, notice, chart } = writeAlert({ ...input, shape }, language);
      const [paragraph] = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
      if (!paragraph || !chart) throw new Error('A part is missing.');
      const texts = [
        headline,
        title,
        summary,
        paragraph,
        chart.description,
        ...(notice ? [notice.text] : []),
      ];
      const whole = [headline, summary, paragraph].map(plain).join('\n\n');
      for (const text of [...texts.map(plain), whole, ...sentencesOf(summary), ...sentencesOf(paragraph)]) {
        checked += 1;
        const { findings } = checkPlainText(text, facts, { language, forbidden: [] });
        if (findings.length > 0)
          refused.push({ text, found: findings.map(({ code, found }) => [code, found]) });
      }
    }
  expect(refused).toEqual([]);
  expect(checked).toBeGreaterThan(400);
});

test.each(LANGUAGES)('and none of them once a figure in it is another, in %s', (language) => {
  for (const { input, facts } of cases) {
    const { headline, summary } = writeAlert(input, language);
    for (const text of [headline, summary])
      for (const [at, node] of text.entries()) {
        if (typeof node === 'string' || !('slot' in node) || node.slot !== 'figure') continue;
        const other = node.text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
        const said = plain(text.with(at, other));
        expect([said, checkPlainText(said, facts, { language, forbidden: [] }).verdict]).not.toEqual([
          said,
          'passed',
        ]);
      }
  }
});

test('not where the evidence wasn’t verified, says otherwise, or the words are avoided', () => {
  const event = events.find(({ detector }) => detector === 'big_move');
  if (!event) throw new Error('There is no such event.');
  const { input } = event;
  const { headline } = writeAlert(input);
  const check = (facts: Facts | null, forbidden: string[] = []) =>
    facts && checkPlainText(plain(headline), facts, { language: 'en', forbidden }).verdict;
  const file = { ...input, brand: input.brand.name };
  expect(check(eventFacts(file, () => ({ ok: true })))).toBe('passed');
  expect(check(eventFacts(file, () => ({ ok: false })))).toBe('refused');
  const [before, bar] = input.evidence.bars.slice(-2);
  if (!before || !bar) throw new Error('There are no bars.');
  const turned = { ...input.evidence, bars: [bar, before] };
  expect(check({ ...factsOf(input), evidence: turned })).toBe('refused');
  expect(check(factsOf(input), ['session'])).toBe('refused');
});

test('a context of the other way isn’t the event’s', () => {
  const [event] = events;
  if (!event) throw new Error('There is no event.');
  const { input, document } = event;
  const [context] = contextsOf(document.direction === 'up' ? 'down' : 'up');
  const { blocks } = writeAlert({ ...input, context: context ?? null });
  const [block] = blocks;
  if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
  const facts = { ...factsOf(input), context };
  expect(checkPlainText(plain(block.text), facts, { language: 'en', forbidden: [] }).verdict).toBe('refused');
});
