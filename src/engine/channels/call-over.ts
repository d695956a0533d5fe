import type { CallProvider } from '#src/platform/net/call.ts';
import type { OpenConnection } from './channel.ts';

/** Calls over an account: those of a practice account stay on this machine. */
export const callOver =
  (call: CallProvider, connection: OpenConnection | null): CallProvider =>
  (request) =>
    call(connection?.practice ? { ...request, practice: true } : request);
