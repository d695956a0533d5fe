import type { RateLimit } from '#src/shared/channels.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import { createLeasedLimit, type LeasedLimit } from '#src/platform/limits/leased.ts';
import type { Channel, SendTo } from '../channels/channel.ts';
import type { Rate } from '../delivery/deliver-deps.ts';

type Send = {
  workspaceId: string;
  connectionId: string | null;
  target: SendTo['target'];
  address: string;
};

/** What a rate of one recipient or place is counted by; null where it isn't about such a send. */
const KEYS: Record<Exclude<RateLimit['per'], 'account'>, (send: Send) => string | null> = {
  destination: ({ connectionId, target, address }) =>
    target === 'destination' ? `${connectionId ?? 'own'} ${address}` : null,
  recipient: ({ workspaceId, target, address }) =>
    target === 'address' ? `${workspaceId} ${address}` : null,
};

/** Counts sends against the rates that channels declare, for all processes together. */
export function createRates(deps: LimitDeps) {
  const limits = new Map<string, LeasedLimit>();
  const limitOf = ({ kind }: Channel, { per, seconds }: RateLimit): LeasedLimit => {
    const scope = `${kind} ${per} ${seconds}`;
    const limit = limits.get(scope) ?? createLeasedLimit(deps, { scope, seconds });
    limits.set(scope, limit);
    return limit;
  };
  return {
    /**
     * What the rates of an account let out: asked before anything is claimed. An installation's own account
     * (`connectionId` null) is one for all workspaces. @returns null where the channel declares none
     */
    ofAccount: (channel: Channel, connectionId: string | null): Rate | null => {
      const rates = channel.limits.rates.filter(({ per }) => per === 'account');
      if (rates.length === 0) return null;
      const key = connectionId ?? 'own';
      const give = (some: readonly RateLimit[], count: number): void => {
        for (const rate of some) limitOf(channel, rate).give(key, count);
      };
      return {
        take: async (atMost) => {
          let granted = atMost;
          for (const [n, rate] of rates.entries()) {
            const { taken, ms } = await limitOf(channel, rate).takeUpTo(key, rate.max, granted);
            give(rates.slice(0, n), granted - taken);
            granted = taken;
            if (granted === 0) return { granted, ms };
          }
          return { granted, ms: 0 };
        },
        give: (count) => give(rates, count),
      };
    },
    /** @returns when it may be sent to this recipient or place, in ms from now; 0 is now */
    nextTo: async (channel: Channel, send: Send): Promise<number> => {
      for (const rate of channel.limits.rates) {
        const key = rate.per === 'account' ? null : KEYS[rate.per](send);
        if (key === null) continue;
        const { within, seconds } = await limitOf(channel, rate).take(key, rate.max);
        if (!within) return seconds * 1_000;
      }
      return 0;
    },
  };
}
