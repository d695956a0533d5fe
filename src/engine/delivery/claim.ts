import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { deliveries } from '#src/db/schema.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { DIGEST } from '#src/shared/topics.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { type Ask, CLAIM_MS, type Head } from './claimed.ts';
import { claimDue } from './due.ts';
import type { Renditions } from './renditions.ts';
import { claimWindow, type Window } from './shards.ts';
import { noteGoesOn, noteHeld, noteStop, type Stop } from './waits.ts';

/** A digest has no state of an alert. */
type Row = Head & { state: AlertState | null; stop: Stop | null; waits: boolean };

/**
 * Claims what goes out next over one channel of an alert, before it goes out: from here on a crash leaves it `sending`,
 * and it becomes `unknown`, never a second send. Tries again come first, then the next window of a fan-out. What an
 * operator has stopped isn't touched, nor what would go out over an account that takes nothing: it waits, and says so.
 */
export async function claimNext(tx: Tx, ask: Ask, renditions: Renditions): Promise<Window> {
  const head = await readHead(tx, ask);
  if (!head) return { claimed: [], more: false, busy: false };
  if (head.stop) {
    await noteStop(tx, ask, head.stop);
    return { claimed: [], more: false, busy: false };
  }
  if (head.waits) await noteGoesOn(tx, ask);
  const due = await claimDue(tx, ask, head, renditions);
  const left = ask.atMost - due.claimed.length;
  const window =
    left > 0 && due.claimed.length === 0
      ? await claimWindow(tx, { ...ask, atMost: left }, head, renditions)
      : { claimed: [], more: true, busy: false };
  const claimed = [...due.claimed, ...window.claimed];
  if (claimed.length > 0 && mayBegin(head.state)) await begin(tx, ask);
  const more = window.more || due.passed > 0;
  if (claimed.length === 0 && !more && !window.busy) await noteHeld(tx, ask, head);
  return { claimed, more, busy: window.busy };
}

const mayBegin = (state: AlertState | null): boolean => state === 'approved' || state === 'scheduled';

async function begin(tx: Tx, { workspaceId, alertId, now }: Ask): Promise<void> {
  // Another lane may have been quicker.
  if (!mayBegin(await lockAlert(tx, alertId))) return;
  const reason = 'the first delivery goes out';
  await moveAlert(tx, { workspaceId, alertId, to: 'sending', actor: 'delivery', reason, now });
}

async function readHead(tx: Tx, ask: Ask): Promise<Row | undefined> {
  const id = sql`${ask.workspaceId}::uuid and p.id = ${ask.alertId}::uuid`;
  const { rows } = await tx.execute<Row>(sql`
    select p.state, p.event_month::text as "eventMonth", b.id as "brandId", b.name as "brandName", p.detector,
           p.instrument_id as "instrumentId",
           (select json_build_object('reason', s.reason) from sending_stops_for(b.workspace_id) s
             where s.scope <> 'channel' or s.target = ${ask.channel} limit 1) as stop,
           exists (select from fan_outs f where f.workspace_id = b.workspace_id and f.alert_id = p.id
                      and f.state = 'open' and ${ask.channel} = any(f.waiting)
                      and f.destination_id is not distinct from ${ask.destinationId}::uuid) as waits
      from (select p.workspace_id, p.id, p.brand_id, p.state, p.event_month, p.detector, p.instrument_id
              from alerts p where p.workspace_id = ${id}
            union all
            select p.workspace_id, p.id, p.brand_id, null, p.event_month, ${DIGEST}, null
              from digests p where p.workspace_id = ${id}) p
      join brands b on b.workspace_id = p.workspace_id and b.id = p.brand_id`);
  return rows[0];
}

/**
 * Opens deliveries again whose claim ended in an error: the database may have gone away while it committed, and nobody
 * sends them. A claim that was never committed, or is another one by now, is left alone.
 */
export async function releaseClaims(
  tx: Tx,
  claim: {
    workspaceId: string;
    deliveryIds: readonly string[];
    instanceId: string;
    claimedAt: Date;
    now: Date;
  },
): Promise<void> {
  await tx
    .update(deliveries)
    .set({
      state: 'pending',
      attempts: sql`${deliveries.attempts} - 1`,
      claimedBy: null,
      leaseUntil: null,
      updatedAt: claim.now,
    })
    .where(
      and(
        eq(deliveries.workspaceId, claim.workspaceId),
        inArray(deliveries.id, [...claim.deliveryIds]),
        eq(deliveries.state, 'sending'),
        eq(deliveries.claimedBy, claim.instanceId),
        eq(deliveries.leaseUntil, new Date(claim.claimedAt.getTime() + CLAIM_MS)),
      ),
    );
}
