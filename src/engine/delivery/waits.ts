import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { accountIsHeld, connectionOf, isHeld } from '#src/db/queries/held-accounts.ts';
import { holding, stoppersOf } from '#src/db/queries/workspace-stops.ts';
import type { Ask, Head } from './claimed.ts';

/** `by`: the member or API key that stopped it; null for an operator. */
export type Stop = { by: string | null; reason: string | null };

/** The stop that holds a channel of a publication `p`, as JSON; null where none does. An operator's comes first. */
export const stopOf = ({ channel }: Ask, { brandId }: Head): SQL<Stop | null> => sql`coalesce(
  (select json_build_object('by', null, 'reason', s.reason) from sending_stops_for(p.workspace_id) s
    where s.scope <> 'channel' or s.target = ${channel} limit 1),
  (select json_build_object('by', w.stopped_by, 'reason', w.reason) from workspace_stops w
    where ${holding({ workspaceId: sql`p.workspace_id`, brandId: sql`${brandId}::uuid`, channel: sql`${channel}::text` })}
    order by w.since limit 1))`;

/** Those that the lane works on. */
const openFanOuts = ({ workspaceId, alertId, destinationId }: Ask): SQL => sql`
  f.workspace_id = ${workspaceId}::uuid and f.alert_id = ${alertId}::uuid and f.state = 'open'
    and f.destination_id is not distinct from ${destinationId}::uuid`;

const over = (ask: Ask, { brandId }: Head, destinationId: SQL) => ({
  workspaceId: sql`${ask.workspaceId}::uuid`,
  brandId: sql`${brandId}::uuid`,
  channel: sql`${ask.channel}::text`,
  destinationId,
});

/** Whether the account for a destination, or for people where it's null, takes nothing at the moment. */
export const isHeldFor = (ask: Ask, head: Head, destinationId: SQL): SQL<boolean> =>
  ask.held ? sql<boolean>`true` : accountIsHeld(over(ask, head, destinationId), ask.now);

/** What is stopped waits, and says so on its alert's page. */
export async function noteStop(tx: Tx, ask: Ask, stop: Stop): Promise<void> {
  const why = await wordsOf(tx, stop);
  await note(tx, ask, why, sql`true`);
  await tx.execute(sql`
    update deliveries set reason = ${why}, updated_at = ${ask.now.toISOString()}::timestamptz
     where workspace_id = ${ask.workspaceId}::uuid and alert_id = ${ask.alertId}::uuid and channel = ${ask.channel}
       and state = 'pending' and reason is null`);
}

async function wordsOf(tx: Tx, { by, reason }: Stop): Promise<string> {
  if (by === null) return `Sending is stopped for now: ${reason}`;
  const name = (await stoppersOf(tx, [by]))(by);
  return reason === null ? `${name} stopped sending.` : `${name} stopped sending: ${reason}`;
}

/** What is left over an account that takes nothing waits, and says so. */
export async function noteHeld(tx: Tx, ask: Ask, head: Head): Promise<void> {
  const { rows } = await tx.execute<{ id: string; name: string; state: string; problem: string | null }>(sql`
    select f.id, c.name, c.state, c.problem
      from fan_outs f join connections c on c.workspace_id = f.workspace_id
       and c.id = ${connectionOf(over(ask, head, sql`f.destination_id`))} and ${isHeld(ask.now)}
     where ${openFanOuts(ask)} and exists (select from fan_out_shards s where s.workspace_id = f.workspace_id
             and s.alert_id = f.alert_id and s.fan_out_id = f.id and s.channel = ${ask.channel} and not s.is_done)
     order by f.id`);
  for (const row of rows) await note(tx, ask, heldBecause(row), sql`f.id = ${row.id}::uuid`);
  if (ask.destinationId === null) await noteWarmUp(tx, ask, head);
}

/** The same where the day's number of a new domain is used up. */
async function noteWarmUp(tx: Tx, ask: Ask, head: Head): Promise<void> {
  const { rows } = await tx.execute<{ id: string; until: Date | string; expires: boolean }>(sql`
    select f.id, s.held_until as until, coalesce(f.expires_at <= s.held_until, false) as expires
      from fan_outs f join senders s on s.workspace_id = f.workspace_id and s.brand_id = ${head.brandId}::uuid
       and s.channel = ${ask.channel} and s.held_until > ${ask.now.toISOString()}::timestamptz
     where ${openFanOuts(ask)} and (exists (select from fan_out_shards p where p.workspace_id = f.workspace_id
             and p.alert_id = f.alert_id and p.fan_out_id = f.id and p.channel = ${ask.channel} and not p.is_done)
        or exists (select from fan_out_counts k where k.workspace_id = f.workspace_id and k.alert_id = f.alert_id
             and k.fan_out_id = f.id and k.channel = ${ask.channel} and k.pending + k.retry > 0))`);
  for (const { id, until, expires } of rows) {
    const from = `${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const rest = expires ? `The rest expires before ${from}.` : `The rest goes out from ${from}.`;
    await note(
      tx,
      ask,
      `The sending domain is new, and today’s number is used up. ${rest}`,
      sql`f.id = ${id}::uuid`,
    );
  }
}

function heldBecause({ name, state, problem }: { name: string; state: string; problem: string | null }) {
  if (state === 'paused') return `“${name}” is paused.`;
  if (state === 'failing') return `“${name}” is failing: ${problem ?? 'it could not be reached.'}`;
  return `“${name}” accepts no messages for now.`;
}

async function note(tx: Tx, ask: Ask, why: string, which: SQL): Promise<void> {
  await tx.execute(sql`
    update fan_outs f set waits = ${why}, updated_at = ${ask.now.toISOString()}::timestamptz,
           waiting = case when ${ask.channel} = any(f.waiting) then f.waiting else array_append(f.waiting, ${ask.channel}::text) end
     where ${openFanOuts(ask)} and ${ask.channel} = any(f.channels) and ${which}
       and (f.waits is distinct from ${why} or ${ask.channel} <> all(f.waiting))`);
}

/** Nothing holds the channel any more. */
export async function noteGoesOn(tx: Tx, ask: Ask): Promise<void> {
  await tx.execute(sql`
    update fan_outs f set waiting = array_remove(f.waiting, ${ask.channel}::text), updated_at = ${ask.now.toISOString()}::timestamptz,
           waits = case when array_remove(f.waiting, ${ask.channel}::text) <> '{}' then waits end
     where ${openFanOuts(ask)} and ${ask.channel} = any(f.waiting)`);
}
