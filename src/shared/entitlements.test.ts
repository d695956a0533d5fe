import { expect, it } from 'vitest';
import { channels } from '#src/engine/channels/registry.ts';
import { isBookable } from './entitlements.ts';
import { ADD_ONS, PLANS } from './plans.ts';

it('marks messaging as not there yet for exactly as long as no messaging channel sends', () => {
  const sends = channels().some(({ planClass }) => planClass === 'messaging');
  const features = PLANS.flatMap((plan) => plan.features);
  const messaging = features.find(({ text }) => text === 'Email plus 1 messaging platform');
  expect(messaging?.later ?? false).toBe(!sends);
});

it('lets nobody book an add-on before alerts go out on its channel', () => {
  for (const { id } of ADD_ONS) expect(isBookable(id, []), id).toBe(false);
  const telegram = { kind: 'telegram', planClass: 'messaging' } as const;
  const anySocial = { kind: 'linkedin', planClass: 'social' } as const;
  expect(ADD_ONS.map(({ id }) => id).filter((id) => isBookable(id, [telegram, anySocial]))).toEqual([
    'telegram',
    'social-media',
  ]);
});
