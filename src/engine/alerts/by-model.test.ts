import { expect, test } from 'vitest';
import { plain } from '#src/shared/content/text.ts';
import { templateContentSchema } from '#src/shared/templates.ts';
import { fallInput } from '../content/document.fixture.ts';
import { trueClaims } from '../content/gate/claims.ts';
import { checkAnswer } from '../content/gate/gate.ts';
import { layOutWith } from '../content/templates/lay-out-with.ts';
import { marketGround } from '../content/templates/event-ground.ts';
import { writeAlert } from '../content/writer.ts';
import { groundWith, inWords, toWrite } from './by-model.ts';

const bars = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...fallInput().evidence.bars[0]!,
    time: new Date(Date.UTC(2020, 2, 13 - count + at)).toISOString(),
    close: String(2900 - at * 5),
  }));
const input = fallInput({
  evidence: { ...fallInput().evidence, bars: [...bars(5), ...fallInput().evidence.bars] },
});
const { facts } = toWrite(input, 'en');
const verdict = checkAnswer(
  {
    headline: [{ claim: 'move', price: 'close', way: 'down' }],
    summary: trueClaims(facts).slice(0, 30),
    paragraphs: [[{ words: 'The details are in the table.' }]],
  },
  facts,
  { language: 'en', forbidden: [], pick: 0 },
);
if (!verdict.ok) throw new Error(JSON.stringify(verdict.refusals));
const { written } = verdict;

test('words of a model take the place of headline, summary and paragraphs, and of nothing else', () => {
  const builtIn = writeAlert({ ...input, trial: true });
  const document = inWords(builtIn, written);
  expect(document).toEqual({
    ...builtIn,
    title: document.title,
    headline: written.headline,
    summary: written.summary,
    aiLabel: ['Written with AI'],
    blocks: [{ kind: 'paragraph', text: written.paragraphs[0] }],
  });
  expect(plain(document.title)).toBe(
    plain(builtIn.title).replace(plain(builtIn.headline), plain(written.headline)),
  );
  expect(inWords(builtIn, null)).toBe(builtIn);
});

test.each([
  [
    'blocks',
    {
      blocks: [
        { kind: 'headline', in: ['page'] },
        { kind: 'summary', in: ['page'] },
      ],
    },
  ],
  [
    'source',
    {
      blocks: [{ kind: 'headline', in: ['message', 'post'] }],
      source: '<h1>{{ headline }}</h1><p>{{ summary }}</p>',
    },
  ],
])('a template of %s takes them, counts and dates of claims included', async (_, content) => {
  const template = { id: '1', name: 'Own', version: 1, content: templateContentSchema.parse(content) };
  const document = inWords(writeAlert(input), written);
  const ground = groundWith(marketGround(input), written);
  const { layout } = await layOutWith({ style: 'standard', template }, document, ground);
  expect(layout).toMatchObject({ problem: null });
});
