import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { runKept } from '#src/db/kept-statements.ts';
import type { RunLast } from '#src/db/pipelined.ts';
import { deliveries } from '#src/db/schema.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { type Ask, CLAIM_MS, type ClaimedDelivery, type Head } from './claimed.ts';
import { aboutRow, type Bar, barOf } from '../barred/barred.ts';
import { claimDue } from './due.ts';
import type { Ended } from './ended.ts';
import { noteOrder } from './in-order.ts';
import type { Renditions } from './renditions.ts';
import { writeRound } from './round.ts';
import type { Shard } from './shard.ts';
import { freeShard, nextWindow, NOTHING, type Window } from './shards.ts';
import { noteGoesOn, noteHeld, noteStop, type Stop, stopOf } from './waits.ts';

type Found = {
  /** A digest has no state of an alert. */
  state: AlertState | null;
  stop: Stop | null;
  waits: boolean;
  /** Something that exists waits for its turn, which may have come. */
  due: boolean;
  bar: Bar | null;
  shard: Shard | null;
};

/** How a round ends. */
export type Last = {
  /** Told what may be claimed from here on, whatever becomes of the transaction. */
  claiming: (deliveries: readonly ClaimedDelivery[]) => void;
  /** Null where the transaction isn't to end with its last statement. */
  runLast: RunLast | null;
};

/**
 * Settles what has ended and claims what goes out next over one channel of an alert, before it goes out: from here on a
 * crash leaves it `sending`, and it becomes `unknown`, never a second send. Tries again come first, then the next window of
 * a fan-out. What an operator or a member has stopped isn't touched, nor what would go out over an account that takes
 * nothing: it waits, and says so. All reading comes before writing: the counters, which other lanes wait for, are locked for the shortest time.
 */
export async function settleAndClaim(
  tx: Tx,
  ask: Ask,
  { ended, head: asked, renditions }: { ended: readonly Ended[]; head: Head; renditions: Renditions },
  last: Last,
): Promise<Window> {
  // What follows in order has to find the one before it settled.
  const isAwaited = ask.inOrder && ended.length > 0;
  if (
    isAwaited ||
    ended.some(({ outcome }) => outcome.outcome === 'retry' && outcome.at <= ask.now.getTime())
  ) {
    await writeRound(tx, ask, { ended, opening: null });
    return settleAndClaim(tx, ask, { ended: [], head: asked, renditions }, last);
  }
  const found = await look(tx, ask, asked);
  const isOrdinary = found && !found.stop && !found.waits && !found.due;
  if (!isOrdinary) await writeRound(tx, ask, { ended, opening: null });
  if (!found) return NOTHING;
  const { stop, waits, due: isDue, shard, state } = found;
  const head = { ...asked, bar: found.bar };
  if (stop) {
    await noteStop(tx, ask, stop);
    return NOTHING;
  }
  if (waits) await noteGoesOn(tx, ask);
  const due = isDue ? await claimDue(tx, ask, head, renditions) : { claimed: [], passed: 0 };
  const window =
    due.claimed.length === 0
      ? await nextWindow(tx, ask, { head, shard, renditions })
      : { opening: null, more: true, busy: false };
  const rest = isOrdinary ? ended : [];
  last.claiming([...due.claimed, ...(window.opening?.claimed.values() ?? [])]);
  const isLast = isOrdinary && !mayBegin(state);
  const writing = { ended: rest, opening: window.opening, runLast: isLast ? last.runLast : null };
  const opened = await writeRound(tx, ask, writing);
  const claimed = [...due.claimed, ...opened];
  if (claimed.length > 0 && mayBegin(state)) await begin(tx, ask);
  const more = window.more || due.passed > 0;
  if (claimed.length === 0 && !more && !window.busy) {
    await noteHeld(tx, ask, head);
    if (ask.inOrder) await noteOrder(tx, ask, head);
  }
  return { claimed, more, busy: window.busy };
}

const mayBegin = (state: AlertState | null): boolean => state === 'approved' || state === 'scheduled';

async function begin(tx: Tx, { workspaceId, alertId, now }: Ask): Promise<void> {
  // Another lane may have been quicker.
  if (!mayBegin(await lockAlert(tx, alertId))) return;
  const reason = 'the first delivery goes out';
  await moveAlert(tx, { workspaceId, alertId, to: 'sending', actor: 'delivery', reason, now });
}

/** What there is to do, and the shard that is the caller's from here on. */
async function look(tx: Tx, ask: Ask, head: Head): Promise<Found | undefined> {
  const one = sql`workspace_id = ${ask.workspaceId}::uuid and id = ${ask.alertId}::uuid`;
  // By its own key, not by `p`: then nothing makes the planner collect the fan-outs of all alerts first.
  const ofAlert = (table: string): SQL => {
    const key = sql.raw(table);
    return sql`${key}.workspace_id = ${ask.workspaceId}::uuid and ${key}.alert_id = ${ask.alertId}::uuid`;
  };
  const here = sql`${ofAlert('f')} and f.destination_id is not distinct from ${ask.destinationId}::uuid`;
  const { rows } = await runKept<Found>(
    tx,
    sql`
    with shard as materialized (${freeShard(ask, head)})
    select p.state,
           ${stopOf(ask, head)} as stop,
           exists (select from fan_outs f where ${here} and f.state = 'open' and ${ask.channel} = any(f.waiting)) as waits,
           exists (select from fan_outs f join fan_out_counts c on ${ofAlert('c')} and c.fan_out_id = f.id
                    where ${here} and c.channel = ${ask.channel} and c.pending + c.retry > 0) as due,
           (select ${barOf(aboutRow('barred'), ask.now)} from alerts barred
             where barred.workspace_id = p.workspace_id and barred.id = p.id) as bar,
           (select to_json(shard) from shard) as shard
      from (select workspace_id, id, state from alerts where ${one}
            union all
            select workspace_id, id, null from digests where ${one}) p`,
  );
  return rows[0];
}

/** What of a claim isn't sent now. `until`: not before then, and why; null for at once. */
export type NotSent = { deliveryId: string; until: { at: number; reason: string } | null };

/**
 * Opens deliveries again that were claimed and not sent: it counts as no attempt. Where a claim ended in an error, the
 * database may have gone away while it committed. A claim that was never committed, or is another one by now, is left
 * alone. @returns which of them are `unknown` by now, because others took the process for dead
 */
export async function releaseClaims(
  tx: Tx,
  claim: {
    workspaceId: string;
    notSent: readonly NotSent[];
    instanceId: string;
    claimedAt: Date;
    now: Date;
  },
): Promise<Set<string>> {
  const mine = (some: readonly NotSent[]) =>
    and(
      eq(deliveries.workspaceId, claim.workspaceId),
      inArray(
        deliveries.id,
        some.map(({ deliveryId }) => deliveryId),
      ),
      eq(deliveries.claimedBy, claim.instanceId),
    );
  const alike = Map.groupBy(claim.notSent, ({ until }) => JSON.stringify(until));
  for (const some of alike.values()) {
    const until = some[0]?.until ?? null;
    await tx
      .update(deliveries)
      .set({
        ...(until === null
          ? { state: 'pending' }
          : { state: 'retry', nextAttemptAt: new Date(until.at), reason: until.reason }),
        attempts: sql`${deliveries.attempts} - 1`,
        claimedBy: null,
        leaseUntil: null,
        updatedAt: claim.now,
      })
      .where(
        and(
          mine(some),
          eq(deliveries.state, 'sending'),
          eq(deliveries.leaseUntil, new Date(claim.claimedAt.getTime() + CLAIM_MS)),
        ),
      );
  }
  const doubted = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(mine(claim.notSent), eq(deliveries.state, 'unknown')));
  return new Set(doubted.map(({ id }) => id));
}
