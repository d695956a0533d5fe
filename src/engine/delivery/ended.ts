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
  /** No answer came; the message was found at the provider, or not, by looking for it. */
  lookedUp?: true;
  startedAt: Date;
  finishedAt: Date;
};

export const endedWith = (ended: Omit<Ended, 'attemptId'>): Ended => ({ ...ended, attemptId: newId() });
