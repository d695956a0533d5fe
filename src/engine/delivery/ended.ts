import { newId } from '#src/db/ids.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { SendParameters } from './deliver-deps.ts';

/** How one send ended. Written again after a lost connection, it changes nothing. */
export type Ended = {
  attemptId: string;
  delivery: ClaimedDelivery;
  parameters: SendParameters;
  outcome: SendOutcome;
  /**
   * No answer came. The message was looked for at the provider; a member of this name says what became of it; or a setting of
   * the connection decided.
   */
  settledBy?: { lookUp: true } | { member: string } | { policy: 'resend' | 'leave' };
  startedAt: Date;
  finishedAt: Date;
};

export const endedWith = (ended: Omit<Ended, 'attemptId'>): Ended => ({ ...ended, attemptId: newId() });

/** A channel answers always. One that doesn't may have sent it. */
export const inDoubt = (error: unknown): SendOutcome => ({
  outcome: 'unknown',
  reason: `Sending broke off: ${error instanceof Error ? error.message : String(error)}`,
});

/** What the provider knows it by. A person who says that it arrived doesn't know that. */
export const messageIdOf = ({ outcome, settledBy }: Pick<Ended, 'outcome' | 'settledBy'>): string | null =>
  outcome.outcome === 'sent' && !(settledBy && 'member' in settledBy) ? outcome.providerMessageId : null;
