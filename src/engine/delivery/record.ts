import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts } from '#src/db/schema.ts';
import { type RecordedWindow, recordWindow, type SettledDelivery } from '#src/ledger/window.ts';
import { approvedContent } from './approved-content.ts';
import { type Ended, messageIdOf } from './ended.ts';
import { createRenditions } from './renditions.ts';

/** Windows of the ledger with sends of one alert: one for each revision. */
export const windowsOf = (ended: readonly Ended[]): RecordedWindow[] =>
  [...Map.groupBy(ended, ({ delivery }) => delivery.rendition.revision)].flatMap(([revision, some]) => {
    const [first] = some;
    if (!first) return [];
    return {
      alertId: first.delivery.alertId,
      at: some.reduce((latest, { finishedAt: at }) => (at > latest ? at : latest), first.finishedAt),
      about: { brand: first.delivery.brandId },
      revision,
      deliveries: some.map(settledOf),
    };
  });

/** Hands sends of one alert to the ledger, in the transaction that settles them. */
export async function recordEnded(tx: Tx, workspaceId: string, ended: readonly Ended[]): Promise<void> {
  for (const window of windowsOf(ended)) await recordWindow(tx, { workspaceId, ...window });
}

const settledOf = ({
  delivery,
  parameters,
  outcome,
  settledBy,
  startedAt,
  finishedAt,
}: Ended): SettledDelivery => ({
  delivery: delivery.id,
  attempt: delivery.attempt,
  fanOut: delivery.fanOutId,
  channel: delivery.channel,
  purpose: delivery.purpose,
  send: delivery.sendNo,
  rendition: delivery.rendition.hash,
  outcome: outcome.outcome,
  providerMessageId: messageIdOf({ outcome, settledBy }),
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt.toISOString(),
  person: delivery.contactId,
  own: {
    to: delivery.address,
    reason: outcome.outcome === 'sent' ? null : outcome.reason,
    params: parameters,
  },
  ...(settledBy && 'policy' in settledBy && { decidedBy: settledBy.policy }),
});

/** A delivery that somebody who died had claimed. */
export type InDoubt = {
  id: string;
  state: string;
  reason: string;
  attempts: number;
  fan_out_id: string;
  rendition_id: string;
  channel: string;
  target_id: string;
  contact_id: string | null;
  purpose: string;
  send_no: number;
};

/** Hands what a dead process left to the ledger: it may have gone out, and its send parameters are lost. */
export async function recordInDoubt(
  tx: Tx,
  alert: { workspaceId: string; alertId: string; now: Date },
  rows: readonly InDoubt[],
): Promise<void> {
  const { workspaceId, alertId, now: at } = alert;
  if (rows.length === 0) return;
  // A claim of before the upgrade: its text is taken onto the ledger first.
  await approvedContent(tx, alert);
  const renditions = createRenditions(alert, null);
  const places = await placesOf(tx, alert, rows);
  const settled = new Map<string, SettledDelivery[]>();
  for (const row of rows) {
    const rendition = await renditions.byId(tx, row.rendition_id);
    if (!rendition) throw new Error(`The delivery ${row.id} has no rendition.`);
    const some = settled.get(rendition.revision) ?? [];
    settled.set(rendition.revision, some);
    some.push({
      delivery: row.id,
      attempt: row.attempts,
      fanOut: row.fan_out_id,
      channel: row.channel,
      purpose: row.purpose,
      send: row.send_no,
      rendition: rendition.hash,
      outcome: row.state,
      providerMessageId: null,
      startedAt: at.toISOString(),
      finishedAt: at.toISOString(),
      person: row.contact_id,
      own: { to: places.to.get(row.target_id) ?? '', reason: row.reason, params: {} },
    });
  }
  for (const [revision, deliveries] of settled) {
    await recordWindow(tx, {
      workspaceId,
      alertId,
      at,
      about: { brand: places.brand },
      revision,
      deliveries,
    });
  }
}

/** Where they went, and in which brand. */
async function placesOf(
  tx: Tx,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  rows: readonly InDoubt[],
): Promise<{ brand: string; to: Map<string, string> }> {
  const targets = sql.param(rows.map((row) => row.target_id));
  const { rows: found } = await tx.execute<{ id: string; to: string }>(sql`
    select id, address as to from addresses where workspace_id = ${workspaceId}::uuid and id = any(${targets}::uuid[])
    union all
    select id, address from destinations where workspace_id = ${workspaceId}::uuid and id = any(${targets}::uuid[])`);
  const [alert] = await tx
    .select({ brand: alerts.brandId })
    .from(alerts)
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return { brand: alert?.brand ?? '', to: new Map(found.map(({ id, to }) => [id, to])) };
}
