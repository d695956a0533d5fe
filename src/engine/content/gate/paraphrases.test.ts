import { expect, test } from 'vitest';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { plain } from '#src/shared/content/text.ts';
import { paraphrasesOf } from '#tests/support/gate/true-answers.ts';
import { checkText } from './check-text.ts';
import { trueClaims } from './claims.ts';
import { checkAnswer } from './gate.ts';
import { detectedFacts } from './gate.fixture.ts';

const events = detectedFacts().map(({ facts }) => ({ facts, claims: trueClaims(facts) }));

test('2,000 true answers: 95 % pass, and pass again as the text they read as', () => {
  const passed = new Map(LANGUAGES.map((language) => [language, 0]));
  const answers = [...paraphrasesOf({ count: 2000, seed: 7, claims: events.map(({ claims }) => claims) })];
  for (const [index, { language, event, answer, pick }] of answers.entries()) {
    const { facts } = events[event]!;
    const rules = { language, forbidden: [], pick };
    const verdict = checkAnswer(answer, facts, rules);
    if (!verdict.ok) continue;
    passed.set(language, passed.get(language)! + 1);
    if (index % 40 !== 0) continue;
    const { headline, summary, paragraphs } = verdict.written;
    const text = [headline, summary, ...paragraphs].map(plain).join('\n');
    expect({ text, ...checkText(text, facts, rules) }).toEqual({ text, ok: true });
  }
  for (const [language, count] of passed) {
    const all = answers.filter((each) => each.language === language).length;
    expect.soft(count / all, language).toBeGreaterThanOrEqual(0.95);
  }
});
