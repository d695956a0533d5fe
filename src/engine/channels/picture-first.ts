import type { Answer } from '#src/platform/net/call.ts';
import type { SendDeps, SendOutcome, SendTo } from './channel.ts';
import { outcomeOfAnswer, type ReadAnswer, type Verdict } from './http-outcome.ts';

/**
 * What a picture is known by once it's uploaded; null where the message goes out without it. Or the outcome, where the
 * message has to wait as well.
 */
export type Uploaded = { picture: string | null } | { waits: SendOutcome };

/**
 * The answer to an upload of a picture that nobody sees before its message. What may work later is tried again, since
 * nothing has been posted; what is refused, or was tried often enough, holds up the message no longer.
 */
export function uploadedAs(
  answer: Answer,
  to: SendTo,
  deps: SendDeps,
  how: { provider: string; verdictOf: (answer: ReadAnswer) => Verdict | null },
): Uploaded {
  const outcome = outcomeOfAnswer(answer, to, deps, { ...how, idempotent: true });
  if (outcome.outcome === 'sent') return { picture: outcome.providerMessageId };
  return outcome.outcome === 'retry' ? { waits: outcome } : { picture: null };
}
