import { expect, it } from 'vitest';
import { CHANNEL_KINDS } from './alerts.ts';
import { isBookable } from './entitlements.ts';
import { ADD_ONS, PLANS } from './plans.ts';

it('marks messaging as not there yet for exactly as long as no messaging channel sends', () => {
  const kinds: readonly string[] = CHANNEL_KINDS;
  const sends = ['telegram', 'slack', 'discord', 'whatsapp'].some((channel) => kinds.includes(channel));
  const features = PLANS.flatMap((plan) => plan.features);
  const messaging = features.find(({ text }) => text === 'Email plus 1 messaging platform');
  expect(messaging?.later ?? false).toBe(!sends);
});

it('lets nobody book an add-on before alerts go out on its channel', () => {
  const channels: Record<string, readonly string[]> = {
    telegram: ['telegram'],
    slack: ['slack'],
    'social-media': ['twitter', 'linkedin', 'facebook'],
  };
  const kinds: readonly string[] = CHANNEL_KINDS;
  for (const { id } of ADD_ONS)
    expect(isBookable(id), id).toBe(channels[id]?.some((channel) => kinds.includes(channel)));
});
