import { expect, it } from 'vitest';
import { CHANNEL_KINDS } from './alerts.ts';
import { isBookable } from './entitlements.ts';
import { ADD_ONS } from './plans.ts';

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
