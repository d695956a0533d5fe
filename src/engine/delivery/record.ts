import type { Tx } from '#src/db/database.ts';
import { recordWindow, type SettledDelivery } from '#src/ledger/window.ts';
import type { Ended } from './ended.ts';

/** Hands sends of one alert to the ledger, in the transaction that settles them. */
export async function recordEnded(tx: Tx, workspaceId: string, ended: readonly Ended[]): Promise<void> {
  for (const [revision, some] of Map.groupBy(ended, ({ delivery }) => delivery.rendition.revision)) {
    const [first] = some;
    if (!first) continue;
    await recordWindow(tx, {
      workspaceId,
      alertId: first.delivery.alertId,
      at: some.reduce((latest, { finishedAt: at }) => (at > latest ? at : latest), first.finishedAt),
      about: { brand: first.delivery.brandId },
      revision,
      deliveries: some.map(settledOf),
    });
  }
}

const settledOf = ({ delivery, parameters, outcome, startedAt, finishedAt }: Ended): SettledDelivery => ({
  delivery: delivery.id,
  attempt: delivery.attempt,
  fanOut: delivery.fanOutId,
  channel: delivery.channel,
  purpose: delivery.purpose,
  send: delivery.sendNo,
  rendition: delivery.rendition.hash,
  outcome: outcome.outcome,
  providerMessageId: outcome.outcome === 'sent' ? outcome.providerMessageId : null,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt.toISOString(),
  person: delivery.contactId,
  own: {
    to: delivery.address,
    reason: outcome.outcome === 'sent' ? null : outcome.reason,
    params: parameters,
  },
});
