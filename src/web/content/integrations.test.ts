import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { channels } from '#src/engine/channels/registry.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { availabilityOf } from '../site/available-channels.ts';
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

it('names every channel that alerts go out on', () => {
  const kinds = new Set(categories.flatMap(({ platforms }) => platforms.flatMap(({ kind }) => kind ?? [])));
  const sending = channels().map(({ kind }) => kind);
  expect(sending.filter((kind) => kind !== ACCOUNT_CHANNEL && !kinds.has(kind))).toEqual([]);
});

it('each category has the mark of its channels in the documentation', () => {
  for (const { id, platforms, documentation } of categories) {
    if (id === 'email') continue;
    const page = readFileSync(
      `src/web/content/docs/${documentation.replace('/documentation/', '')}.md`,
      'utf8',
    );
    const kinds = platforms.flatMap(({ kind }) => kind ?? []);
    expect(page, documentation).toContain(`\navailable: ${availabilityOf(kinds)}\n`);
  }
});

it('says of channels whether all, some or none of them send', () => {
  expect(availabilityOf([ACCOUNT_CHANNEL])).toBe('now');
  expect(availabilityOf([ACCOUNT_CHANNEL, 'carrier-pigeon'])).toBe('partly');
  expect(availabilityOf(['carrier-pigeon'])).toBe('later');
});
