import type { RateLimit } from '#src/shared/channels.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import { createLeasedLimit } from '#src/platform/limits/leased.ts';
import type { Channel, SendTo } from '../channels/channel.ts';

type Send = {
  workspaceId: string;
  connectionId: string | null;
  target: SendTo['target'];
  address: string;
};

/** What a rate is counted by; null where it isn't about such a send. An installation's own account is one for all workspaces. */
const KEYS: Record<RateLimit['per'], (send: Send) => string | null> = {
  account: ({ connectionId }) => connectionId ?? 'own',
  destination: ({ connectionId, target, address }) =>
    target === 'destination' ? `${connectionId ?? 'own'} ${address}` : null,
  recipient: ({ workspaceId, target, address }) =>
    target === 'address' ? `${workspaceId} ${address}` : null,
};

/** Counts sends against the rates that channels declare, for all processes together. */
export function createRates(deps: LimitDeps) {
  const limits = new Map<string, ReturnType<typeof createLeasedLimit>>();
  /** @returns when it may be sent, in ms from now; 0 is now */
  return async (channel: Channel, send: Send): Promise<number> => {
    for (const { per, max, seconds } of channel.limits.rates) {
      const key = KEYS[per](send);
      if (key === null) continue;
      const scope = `${channel.kind} ${per} ${seconds}`;
      const take = limits.get(scope) ?? createLeasedLimit(deps, { scope, seconds });
      limits.set(scope, take);
      const taken = await take(key, max);
      if (!taken.within) return taken.seconds * 1_000;
    }
    return 0;
  };
}
