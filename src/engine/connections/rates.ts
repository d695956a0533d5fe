import type { RateLimit } from '#src/shared/channels.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import { createLeasedLimit, type LeasedLimit, type TakenUpTo } from '#src/platform/limits/leased.ts';
import type { Channel, SendTo } from '../channels/channel.ts';
import type { Granted, Rate } from '../delivery/deliver-deps.ts';
import { chosenRate } from './chosen-rate.ts';

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

type Account = { workspaceId: string; connectionId: string | null };

/** As many as each of the rates lets out. */
async function takeOfAll(
  key: string,
  rates: readonly { max: number; limit: LeasedLimit }[],
  atMost: number,
): Promise<Granted> {
  const taken: TakenUpTo[] = [];
  let granted = atMost;
  for (const { max, limit } of rates) {
    const some = await limit.takeUpTo(key, max, granted);
    for (const each of taken) each.giveBack(granted - some.taken);
    taken.push(some);
    granted = some.taken;
    if (granted === 0) return { granted, ms: some.ms, giveBack: () => undefined };
  }
  return { granted, ms: 0, giveBack: (count) => taken.forEach((each) => each.giveBack(count)) };
}

/** Counts sends against the rates that channels declare and accounts have chosen, for all processes together. */
export function createRates(deps: LimitDeps) {
  const limits = new Map<string, LeasedLimit>();
  const limitOf = ({ kind }: Channel, per: RateLimit['per'] | 'chosen', seconds: number): LeasedLimit => {
    const scope = `${kind} ${per} ${seconds}`;
    const limit = limits.get(scope) ?? createLeasedLimit(deps, { scope, seconds });
    limits.set(scope, limit);
    return limit;
  };
  return {
    /**
     * What the rates of an account let out: asked before anything is claimed. An installation's own account
     * (`connectionId` null) is one for all workspaces. @returns null where it has none, and can choose none
     */
    ofAccount: (channel: Channel, { workspaceId, connectionId }: Account): Rate | null => {
      const declared = channel.limits.rates
        .filter(({ per }) => per === 'account')
        .map(({ max, seconds }) => ({ max, limit: limitOf(channel, 'account', seconds) }));
      const chosen =
        channel.accountRate && connectionId !== null
          ? {
              limit: limitOf(channel, 'chosen', channel.accountRate.seconds),
              read: chosenRate(deps, channel.accountRate, { workspaceId, connectionId }),
            }
          : null;
      if (declared.length === 0 && !chosen) return null;
      const key = connectionId ?? 'own';
      return {
        take: async (atMost) => {
          const max = (await chosen?.read()) ?? null;
          return takeOfAll(
            key,
            chosen && max !== null ? [...declared, { ...chosen, max }] : declared,
            atMost,
          );
        },
      };
    },
    /** @returns when it may be sent to this recipient or place, in ms from now; 0 is now */
    nextTo: async (channel: Channel, send: Send): Promise<number> => {
      for (const rate of channel.limits.rates) {
        const key = rate.per === 'account' ? null : KEYS[rate.per](send);
        if (key === null) continue;
        const { within, seconds } = await limitOf(channel, rate.per, rate.seconds).take(key, rate.max);
        if (!within) return seconds * 1_000;
      }
      return 0;
    },
  };
}
