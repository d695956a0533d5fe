import { expect, it } from 'vitest';
import { categories } from './integrations.ts';

it('has the four categories of the specification, each with its page in the documentation', () => {
  expect(categories.map(({ title, documentation }) => [title, documentation])).toEqual([
    ['Email Platforms', '/documentation/email'],
    ['Messaging Apps', '/documentation/messaging'],
    ['Social Media', '/documentation/social'],
    ['Trading Platforms', '/documentation/trading-platforms'],
  ]);
});

it.each(categories.map((each) => [each.title, each] as const))(
  '%s lists platforms, and says of each what it gets and who may use it',
  (_, { platforms, features }) => {
    expect(platforms.length).toBeGreaterThan(1);
    expect(features.length).toBeGreaterThan(1);
    for (const platform of platforms)
      for (const value of Object.values(platform)) expect(value.trim()).not.toBe('');
  },
);

it('names every channel of the product', () => {
  const names = categories.flatMap(({ platforms }) => platforms.map(({ name }) => name)).join(' ');
  for (const channel of [
    'mail',
    'Telegram',
    'Slack',
    'Discord',
    'WhatsApp',
    'Twitter',
    'LinkedIn',
    'Facebook',
  ])
    expect(names).toContain(channel);
});

it('puts the add-ons at their price', () => {
  const plansOf = (name: string) =>
    categories.flatMap(({ platforms }) => platforms).find((platform) => platform.name === name)?.plans;
  expect(plansOf('Telegram')).toContain('add-on, $49/mo');
  expect(plansOf('Slack')).toContain('add-on, $49/mo');
  expect(plansOf('LinkedIn')).toContain('add-on, $99/mo');
  expect(plansOf('Discord')).not.toContain('add-on');
});

it('adds up how long a webhook is tried', () => {
  const hours = (5 + 5 * 60 + 30 * 60) / 3600 + 2 + 5 + 10 + 10;
  expect(Math.floor(hours * 2) / 2).toBe(27.5);
});

it('puts every badge beside a feature that is there', () => {
  const badges = categories.flatMap(({ badge, features }) => (badge ? [{ ...badge, features }] : []));
  expect(badges.map(({ label }) => label)).toEqual(['Pro+']);
  for (const { feature, features } of badges)
    expect(features.filter((each) => each.startsWith(feature))).toHaveLength(1);
});
