import type { Answer } from '#src/platform/net/call.ts';
import { pauseUntil, providerTrouble, retryOrGiveUp, tryOf } from './backoff.ts';
import type { ChannelDeps, SendOutcome, SendTo } from './channel.ts';

const MINUTE = 60_000;
/** Between the attempts of a message that a provider deferred, in ms. */
export const HTTP_DELAYS = [0.25, 1, 5, 30].map((minutes) => minutes * MINUTE);
/** Where no provider was found: soon at first. When it is seen to be back, what waits is sent at once. */
const AWAY_DELAYS = [1 / 12, 1, 2, 5, 10, 20, 30, 30, 30, 30].map((minutes) => minutes * MINUTE);
/** Where a provider asks for a pause and doesn't say how long, in ms. */
const PAUSE_MS = MINUTE;
/** A provider's words are kept up to so many characters. */
const REASON_MAX = 300;

/**
 * What a provider's answer says of a message.
 * - sent: it has taken it, and knows it by `id`.
 * - pause: it wants nothing over this account for `ms`; null where it doesn't say how long.
 * - later: it took nothing, and may the next time.
 * - refused: never, as it is. `gone`: the address itself is none any more. `closes`: nor anything else over this account.
 *   `left`: the person wants nothing more over this account.
 * - broken: the account doesn't work (revoked, no permission): its owner has to do something.
 * - unclear: it may have taken it.
 */
export type Verdict =
  | { verdict: 'sent'; id: string }
  | { verdict: 'pause'; ms: number | null; says: string }
  | { verdict: 'later'; says: string }
  | { verdict: 'refused'; says: string; gone?: boolean; closes?: boolean; left?: boolean }
  | { verdict: 'broken'; says: string }
  | { verdict: 'unclear'; says: string };

type Answered = Extract<Answer, { kind: 'answered' }>;
/** An answer with its body read: undefined where it is no JSON. */
export type ReadAnswer = Omit<Answered, 'body'> & { text: string; json: unknown };

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function readAnswer({ body, ...answer }: Answered): ReadAnswer {
  const text = body.toString('utf8');
  return { ...answer, text, json: jsonOf(text) };
}

/**
 * An answer of a provider over HTTP as the outcome of a delivery. `idempotent`: it recognizes a repeated send, so what went
 * out without an answer is sent again. 5xx and 429 need no verdict: the first may be sent again, the second pauses the
 * account. `verdictOf` reads every other status, and may read 429 for a time that the header doesn't hold. `delays`: between
 * attempts, in ms.
 */
export function outcomeOfAnswer(
  answer: Answer,
  to: SendTo,
  deps: Pick<ChannelDeps, 'now' | 'random'>,
  {
    provider,
    idempotent = false,
    delays = HTTP_DELAYS,
    verdictOf,
  }: {
    provider: string;
    idempotent?: boolean;
    delays?: readonly number[];
    verdictOf: (answer: ReadAnswer) => Verdict | null;
  },
): SendOutcome {
  const again = (reason: string): SendOutcome => retryOrGiveUp(tryOf(to), delays, reason, deps);
  if (answer.kind === 'not_sent')
    return away(to, sentence(`${provider} wasn’t reached: ${answer.reason}`), deps);
  if (answer.kind === 'unknown') {
    const reason = `It went out to ${provider} and no answer came: ${answer.reason}`;
    return idempotent ? providerTrouble(again(reason)) : { outcome: 'unknown', reason };
  }
  const read = readAnswer(answer);
  const given = verdictOf(read) ?? byStatus(read);
  const reason = 'says' in given ? sentence(`${provider} answered: ${given.says}`).slice(0, REASON_MAX) : '';
  switch (given.verdict) {
    case 'sent':
      return { outcome: 'sent', providerMessageId: given.id };
    case 'pause': {
      const at = deps.now() + (given.ms ?? read.retryAfterMs ?? PAUSE_MS);
      return pauseUntil(to, at, reason);
    }
    case 'later':
      return isTrouble(read) ? providerTrouble(again(reason)) : again(reason);
    case 'refused':
      return {
        outcome: 'rejected',
        reason,
        ...(given.gone && { permanentAddress: true }),
        ...(given.closes && { closesAccount: true }),
        ...(given.left && { leftSender: true }),
      };
    // The breaker of the account counts these, and tells its owner.
    case 'broken':
      return away(to, reason, deps);
    case 'unclear':
      return idempotent ? again(reason) : { outcome: 'unknown', reason };
  }
}

/** A provider may have no name of its own: "the endpoint". */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** It speaks of the provider, and not of this message. */
const isTrouble = ({ status }: ReadAnswer): boolean => status >= 500 || status === 408;

function byStatus(answer: ReadAnswer): Verdict {
  const { status, text } = answer;
  const says = `${status} ${text}`.trim();
  if (status === 429) return { verdict: 'pause', ms: null, says };
  if (status === 401 || status === 403) return { verdict: 'broken', says };
  if (isTrouble(answer)) return { verdict: 'later', says };
  // A 2xx that names no message: it may be there.
  return status < 300 ? { verdict: 'unclear', says } : { verdict: 'refused', says };
}

function away(to: SendTo, reason: string, deps: Pick<ChannelDeps, 'now' | 'random'>): SendOutcome {
  const outcome = retryOrGiveUp((to.serverWaits ?? 0) + 1, AWAY_DELAYS, reason, deps);
  return outcome.outcome === 'retry' ? { ...outcome, waitsForServer: true } : providerTrouble(outcome);
}
