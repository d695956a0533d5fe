import { createLeasedLimit } from '#src/platform/limits/leased.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DocumentsDeps } from './deps.ts';

/** Of one network in a minute: a page with its picture and its file are three. */
const OPENS = 120;
/** What is used within this time is told to the screens at once. */
const TELL_AFTER_MS = 1_000;

/**
 * People without an account ask as often as they like, and each use of a link writes: so many requests of a network
 * are answered. A network without a name (see `networkOf`) is not counted.
 */
export function createVisitorLimit({ limits }: Pick<DocumentsDeps, 'limits'>) {
  const { take } = createLeasedLimit(limits, { scope: 'shared documents', seconds: 60 });
  /** @throws AppError over_request_rate_limit */
  return async (clientAddress: string | null): Promise<void> => {
    const network = networkOf(clientAddress);
    if (network === null) return;
    const { within, seconds } = await take(network, OPENS);
    if (!within)
      throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
  };
}

/** Tells the screens of a workspace once of all that is noted within a second. */
export function createTeller(announce: DocumentsDeps['announce']): (workspaceId: string) => void {
  const waiting = new Set<string>();
  return (workspaceId) => {
    if (waiting.has(workspaceId)) return;
    waiting.add(workspaceId);
    setTimeout(() => {
      waiting.delete(workspaceId);
      announce(workspaceId, 'documents');
    }, TELL_AFTER_MS).unref();
  };
}
