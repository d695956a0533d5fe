import type { SendOutcome } from '#src/engine/channels/channel.ts';

/** Where the demo's deliveries end: here. What the ledger keeps of it says so. */
export const sinkDelivery = async (): Promise<SendOutcome> => ({
  outcome: 'sent',
  providerMessageId: 'demo: kept here, nothing was mailed',
});
