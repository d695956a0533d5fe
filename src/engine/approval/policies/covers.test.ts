import { expect, it } from 'vitest';
import { type PolicyContent, policyContentSchema } from '#src/shared/approval.ts';
import { covers, strictness } from './covers.ts';

const ONE = '3b0f1f0e-7a52-4c3a-9a53-2f0c1d5f8a01';
const TWO = '3b0f1f0e-7a52-4c3a-9a53-2f0c1d5f8a02';
const policy = (content: object): PolicyContent => policyContentSchema.parse({ mode: 'human', ...content });
const people = (...ids: string[]) => ({ approvers: { roles: [], people: ids } });
const CLIENT = { needs: 2, approvers: { roles: ['owner'], people: [], clients: 'must' } };

it.each<[string, object, object]>([
  ['a mode', { mode: 'auto' }, { mode: 'human' }],
  ['a mode', { mode: 'smart' }, { mode: 'human' }],
  ['a score', { mode: 'smart', asksFrom: 80 }, { mode: 'smart', asksFrom: 40 }],
  ['weights', { mode: 'smart', weights: { move: 0 } }, { mode: 'smart' }],
  ['people', {}, { needs: 2 }],
  ['the author', {}, { notAuthor: true }],
  ['a client', { needs: 2, approvers: { roles: ['owner'], people: [] } }, CLIENT],
  ['a client who may', { needs: 2, approvers: { roles: ['owner'], people: [], clients: 'may' } }, CLIENT],
  ['release', { waitsMinutes: 5, unanswered: 'release' }, {}],
  ['other people', people(ONE, TWO), people(ONE)],
  ['other roles', {}, people(ONE)],
])('is weaker in %s: %j beside %j', (_what, own, other) => {
  expect(covers(policy(own), policy(other))).toBe(false);
});

it.each<[object, object]>([
  [{ mode: 'auto' }, { mode: 'auto' }],
  [{}, { mode: 'auto' }],
  [{}, { mode: 'smart' }],
  [
    { mode: 'smart', asksFrom: 40 },
    { mode: 'smart', asksFrom: 80 },
  ],
  [{ needs: 2, notAuthor: true }, {}],
  [people(ONE), people(ONE, TWO)],
  [CLIENT, { needs: 2, approvers: { roles: ['owner'], people: [], clients: 'may' } }],
  [
    { waitsMinutes: 5, unanswered: 'release' },
    { waitsMinutes: 9, unanswered: 'release' },
  ],
])('asks for as much: %j beside %j', (own, other) => {
  expect(covers(policy(own), policy(other))).toBe(true);
  expect(strictness(policy(own))).toBeGreaterThanOrEqual(strictness(policy(other)));
});
