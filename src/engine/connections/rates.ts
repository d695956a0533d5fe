import type { RateLimit } from '#src/shared/channels.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import { createLeasedLimit } from '#src/platform/limits/leased.ts';
import type { Channel } from '../channels/channel.ts';

type Send = { workspaceId: string; connectionId: string | null; address: string };

/** What a rate is counted by. An installation's own account is one for all workspaces. */
const KEYS: Record<RateLimit['per'], (send: Send) => string> = {
  account: ({ connectionId }) => connectionId ?? 'own',
  destination: ({ connectionId, address }) => `${connectionId ?? 'own'} ${address}`,
  recipient: ({ workspaceId, address }) => `${workspaceId} ${address}`,
};

/** Counts sends against the rates that channels declare, for all processes together. */
export function createRates(deps: LimitDeps) {
  const limits = new Map<string, ReturnType<typeof createLeasedLimit>>();
  /** @returns when it may be sent, in ms from now; 0 is now */
  return async (channel: Channel, send: Send): Promise<number> => {
    for (const { per, max, seconds } of channel.limits.rates) {
      const scope = `${channel.kind} ${per} ${seconds}`;
      const take = limits.get(scope) ?? createLeasedLimit(deps, { scope, seconds });
      limits.set(scope, take);
      const taken = await take(KEYS[per](send), max);
      if (!taken.within) return taken.seconds * 1_000;
    }
    return 0;
  };
}
