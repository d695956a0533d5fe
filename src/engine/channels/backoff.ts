import type { ChannelDeps, SendOutcome, SendTo } from './channel.ts';

/** The number of this try, from 1: attempts that found no server, or were asked to wait, are none. */
export const tryOf = ({ attempt, serverWaits = 0, pauses = 0 }: SendTo): number =>
  attempt - serverWaits - pauses;

/** A provider that asks to wait so often takes this message no more. */
const PAUSES_MAX = 100;

/** The provider asked to wait until `at` (ms since the epoch, UTC). */
export function pauseUntil(to: SendTo, at: number, reason: string): SendOutcome {
  const pauses = to.pauses ?? 0;
  return pauses < PAUSES_MAX
    ? { outcome: 'retry', at: Math.round(at), reason, paused: true, holdsAccount: true }
    : { outcome: 'rejected', reason: `Given up: it was asked to wait ${pauses} times. ${reason}` };
}

/**
 * The next try of attempt number `attempt` (from 1), or a rejection when `delays` (ms, one per retry) is used
 * up. Up to a fifth is added at random, so that what failed together does not come back together.
 */
export function retryOrGiveUp(
  attempt: number,
  delays: readonly number[],
  reason: string,
  deps: Pick<ChannelDeps, 'now' | 'random'>,
): SendOutcome {
  const delay = delays[Math.max(0, attempt - 1)];
  if (delay === undefined)
    return { outcome: 'rejected', reason: `Given up after ${attempt} attempts. ${reason}` };
  return { outcome: 'retry', at: Math.round(deps.now() + delay * (1 + deps.random() * 0.2)), reason };
}

/** The same try, where it says more of the provider than of the message: the account's breaker counts it. */
export const providerTrouble = (outcome: SendOutcome): SendOutcome =>
  outcome.outcome === 'retry' || outcome.outcome === 'rejected'
    ? { ...outcome, providerFailed: true }
    : outcome;
