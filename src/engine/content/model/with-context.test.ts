import { describe, expect, it, test } from 'vitest';
import { type Claim, type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import type { Context, ContextFact } from '#src/shared/content/context.ts';
import { plain } from '#src/shared/content/text.ts';
import { groundWith, inWords, toWrite } from '../../alerts/by-model.ts';
import { checkDocument } from '../check-document.ts';
import { statesContext } from '../context/slots.ts';
import { fallInput } from '../document.fixture.ts';
import { checkAnswer } from '../gate/gate.ts';
import { SHAPES } from '../languages/lexicon.ts';
import { marketGround } from '../templates/event-ground.ts';
import { writeAlert } from '../writer.ts';
import { claimsFor, promptFor } from './prompt.ts';
import { withContext } from './with-context.ts';

const FACTS: ContextFact[] = [
  { fact: 'largest_since', way: 'down', since: '2011-08-08T00:00:00.000Z' },
  { fact: 'largest_since', way: 'down', since: null },
  { fact: 'streak', way: 'down', length: 5 },
  { fact: 'year_extreme', side: 'low' },
  {
    fact: 'year_distance',
    side: 'high',
    close: 3386.15,
    time: '2020-02-19T00:00:00.000Z',
    distance_pct: -29.53,
  },
  { fact: 'followed', way: 'down', min_pct: 5, count: 14, later: 9, horizon: 5 },
];
const contextOf = (...facts: ContextFact[]): Context => ({
  from: '2007-01-03T00:00:00.000Z',
  bars: 3_300,
  facts,
});
const MOVE: Claim = { claim: 'move', price: 'close', way: 'down' };

/** An answer to an event with this history, as the model's writer uses it. */
function answered(
  language: Language,
  context: Context | null,
  summary: readonly Claim[],
  avoid: string[] = [],
) {
  const input = fallInput({ context });
  const { facts } = toWrite(input, language);
  const verdict = checkAnswer({ headline: [MOVE], summary, paragraphs: [] }, facts, {
    language,
    forbidden: avoid,
    pick: 0,
  });
  if (!verdict.ok) return { input, facts, refusals: verdict.refusals.map(({ code }) => code) };
  return { input, facts, written: withContext(verdict, { facts, language, forbidden: avoid, pick: 0 }) };
}

/** Every way in which the built-in writer may say what the history says. */
const builtIn = (language: Language, fact: ContextFact): string[] =>
  Array.from({ length: SHAPES }, (_, shape) => {
    const [block] = writeAlert({ ...fallInput(), shape, context: contextOf(fact) }, language).blocks;
    if (block?.kind !== 'paragraph') throw new Error('There is no paragraph.');
    return plain(block.text);
  });

describe.each(LANGUAGES)('the history in a model’s text in %s', (language) => {
  it.each(FACTS.map((fact, at) => [at, fact] as const))('reads as the built-in text: fact %s', (_, fact) => {
    const claim = { claim: 'context', fact: fact.fact } as const;
    const sentences = builtIn(language, fact);
    const told = answered(language, contextOf(fact), [MOVE, claim]).written;
    expect(told?.paragraphs).toEqual([]);
    expect(sentences.some((sentence) => plain(told?.summary ?? []).includes(sentence))).toBe(true);
    // Left out, it follows.
    const { input, written = null } = answered(language, contextOf(fact), [MOVE]);
    expect(sentences).toContain(plain(written?.paragraphs[0] ?? []));
    const document = inWords(writeAlert(input, language), written);
    expect(statesContext(document)).toBe(true);
    expect(checkDocument(document, groundWith(marketGround(input, language), written))).toEqual({ ok: true });
  });

  it('is offered with how it reads, once', () => {
    const to = toWrite(fallInput({ context: contextOf(FACTS[0]!, FACTS[5]!) }), language);
    const offered = claimsFor(to.facts);
    expect(offered.filter(({ claim }) => claim === 'context')).toHaveLength(2);
    const { claims } = JSON.parse(promptFor(to).prompt) as { claims: { claim: Claim; reads: string }[] };
    expect(builtIn(language, FACTS[5]!)).toContain(
      claims.find(({ claim }) => claim.claim === 'context' && claim.fact === 'followed')?.reads,
    );
  });
});

test('a history that the event doesn’t have is refused, and so is one as a headline', () => {
  const claim = { claim: 'context', fact: 'followed' } as const;
  expect(answered('en', null, [MOVE, claim]).refusals).toEqual(['claim_unknown']);
  expect(answered('en', contextOf(FACTS[0]!), [MOVE, claim]).refusals).toEqual(['claim_unknown']);
  const { facts } = toWrite(fallInput({ context: contextOf(FACTS[5]!) }), 'en');
  const verdict = checkAnswer({ headline: [claim], summary: [MOVE], paragraphs: [] }, facts, {
    language: 'en',
    forbidden: [],
    pick: 0,
  });
  expect(verdict).toMatchObject({ ok: false, refusals: [{ code: 'structure', at: 'headline.0' }] });
});

test('words that the brand avoids aren’t used to say it', () => {
  const { written } = answered('en', contextOf(FACTS[5]!), [MOVE], ['earlier']);
  expect(written?.paragraphs).toEqual([]);
});
