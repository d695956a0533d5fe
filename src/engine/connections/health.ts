import type { SendOutcome } from '../channels/channel.ts';

/**
 * What the end of a send says of the account it went out over. `works`: the provider took the message, or refused this
 * one. `failed`: it wasn't reached, is in trouble, or never answered. Null: it says nothing of it.
 */
export function accountSays(outcome: SendOutcome): 'works' | 'failed' | null {
  switch (outcome.outcome) {
    case 'sent':
      return 'works';
    case 'unknown':
      return 'failed';
    case 'retry':
      return outcome.waitsForServer || outcome.providerFailed ? 'failed' : null;
    case 'rejected':
      return outcome.providerFailed ? 'failed' : 'works';
  }
}
