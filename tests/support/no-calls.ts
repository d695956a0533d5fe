import type { CallProvider } from '#src/platform/net/call.ts';

/** For tests in which no provider is called over http. */
export const noCalls: CallProvider = async () => ({ kind: 'not_sent', reason: 'Nobody is called here.' });
