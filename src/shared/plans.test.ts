import { expect, it } from 'vitest';
import { ADD_ONS, formatPrice, PLANS } from './plans.ts';

const plan = (id: string) => PLANS.find((each) => each.id === id)!;
const texts = (id: string, included: boolean) =>
  plan(id)
    .features.filter((each) => each.included === included)
    .map((each) => each.text);

it('offers the three plans at their prices, one of them most popular', () => {
  expect(
    PLANS.map(({ id, name, monthlyCents, popular }) => [
      id,
      name.site,
      name.dashboard,
      formatPrice(monthlyCents),
      popular,
    ]),
  ).toEqual([
    ['starter', 'Starter', 'Starter', '$99', false],
    ['pro', 'Pro', 'Professional', '$199', true],
    ['enterprise', 'Enterprise', 'Enterprise', 'Custom', false],
  ]);
  expect(plan('enterprise').actionLabel).toEqual({ site: 'Contact Sales', dashboard: 'Contact Sales' });
});

it('says what each plan has and lacks', () => {
  expect(texts('starter', true)).toEqual([
    '1 brand identity',
    'Email distribution',
    'Up to 30 alerts per month',
    'Basic event detection',
    'Standard templates',
  ]);
  expect(texts('starter', false)).toEqual(['API access', 'Custom templates']);
  expect(texts('pro', false)).toEqual(['Priority support']);
  expect(texts('pro', true)).toContain('Email plus 1 messaging platform');
  expect(texts('enterprise', false)).toEqual([]);
});

it('names what each plan has', () => {
  expect(texts('pro', true)).toEqual([
    'Up to 3 brand identities',
    'Email plus 1 messaging platform',
    'Up to 100 alerts per month',
    'Advanced event detection',
    'Custom templates',
    'API access',
  ]);
});

it('adds channels to any plan', () => {
  expect(ADD_ONS.map(({ name, monthlyCents }) => [name, formatPrice(monthlyCents)])).toEqual([
    ['Telegram', '$49'],
    ['Slack', '$49'],
    ['Social Media', '$99'],
  ]);
});

it.each([
  [9_950, '$99.50'],
  [123_400, '$1,234'],
  [0, '$0'],
])('writes %i cents as %s', (cents, text) => expect(formatPrice(cents)).toBe(text));
