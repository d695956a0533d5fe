import type { ChannelDeps, SendOutcome } from './channel.ts';

/**
 * The next try of attempt number `attempt` (from 1), or a rejection when `delays` (ms, one per retry) is used
 * up. Up to a fifth is added at random, so that what failed together does not come back together.
 */
export function retryOrGiveUp(
  attempt: number,
  delays: readonly number[],
  reason: string,
  deps: ChannelDeps,
): SendOutcome {
  const delay = delays[Math.max(0, attempt - 1)];
  if (delay === undefined)
    return { outcome: 'rejected', reason: `Given up after ${attempt} attempts. ${reason}` };
  return { outcome: 'retry', at: Math.round(deps.now() + delay * (1 + deps.random() * 0.2)), reason };
}
