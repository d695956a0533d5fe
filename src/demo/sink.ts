import type { SendOutcome } from '#src/engine/channels/channel.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';

/** Ends a delivery in the program; its record in the ledger says so. */
export const sinkDelivery = async (): Promise<SendOutcome> => ({
  outcome: 'sent',
  providerMessageId: 'demo: kept here, nothing was mailed',
});

/** No email leaves for the demo. */
export const DEMO_SINKS = new Map([[DEMO_WORKSPACE_ID, sinkDelivery]]);
