import { describe, expect, it } from 'vitest';
import type { LANGUAGES } from '#src/shared/content/answer.ts';
import { detectedFacts } from '../gate/gate.fixture.ts';
import { findingsIn } from './check.ts';

const [{ facts } = { facts: null }] = detectedFacts();
const vouches = (text: string, language: (typeof LANGUAGES)[number] = 'en') =>
  findingsIn(text, { facts, language, forbidden: [] }).filter(({ verdict }) => verdict === 'vouch');

describe('what stands beside a figure that is filled in', () => {
  it.each([
    ['en', 'Now at {{close}} bn', 'bn'],
    ['en', 'Now at {{close}} k', 'k'],
    ['en', 'Now at {{close}} (mn)', 'mn'],
    ['en', 'Now at {{close}}\nbillion', 'billion'],
    ['en', 'Now at {{close}} euros', 'euros'],
    ['en', 'Now at {{close}} bn/day', 'bn/day'],
    ['en', 'Now at minus {{close}}', 'minus'],
    ['en', 'Negative {{change_1w}} on the week', 'Negative'],
    ['de', 'Jetzt bei {{close}} Mio', 'Mio'],
    ['de', 'Jetzt bei {{close}} Mrd.', 'Mrd.'],
    ['es', 'Ahora en {{close}} mill', 'mill'],
    ['fr', 'Maintenant à moins {{close}}', 'moins'],
    ['pt', 'Agora em {{close}} mil', 'mil'],
    ['ja', '終値 {{close}} 億円', '億'],
  ] as const)('changes it, and is vouched for: %s %s', (language, text, found) => {
    expect(vouches(text, language).map((each) => each.found)).toContainEqual(expect.stringContaining(found));
    for (const each of vouches(text, language)) expect(text.slice(each.start, each.end)).toBe(each.found);
  });

  it.each([
    'Now at {{close}} in New York',
    'Now at {{close}}, more to come.',
    'Volume was {{volume}} shares',
    'The minus sign aside, it is at {{close}}',
    '{{name}} K shares are at {{close}}',
  ])('leaves it as it is: %s', (text) => {
    const beside = vouches(text).filter(({ code }) => ['unit', 'quantity', 'spelling'].includes(code));
    expect(beside).toEqual([]);
  });
});
