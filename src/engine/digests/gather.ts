import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { digests, publications } from '#src/db/schema.ts';
import { isStopped } from '#src/db/queries/workspace-stops.ts';
import { withTenant } from '#src/db/tenant.ts';
import { skipReason, type SkipReason, timing, withPreferences } from '#src/engine/delivery/eligible.ts';
import { aboutRow, barOf } from '#src/engine/barred/barred.ts';
import { digestAt } from '#src/engine/timing/digest-times.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Timing } from '#src/shared/timing.ts';

const PER_SWEEP = 200;
/** People of a brand that are gathered in one transaction. */
const PEOPLE = 2_000;
/** So many items are looked at in one transaction; a person's are never parted. */
const ITEMS = 200_000;
/** So many alerts are listed in one digest; what is over comes in the next one, at once. */
export const ALERTS_MAX = 1_000;
/** What was noted just before a digest is due may be written just after it: nobody gets two for that. */
export const GRACE_MS = 15_000;

export type GatherDeps = { app: Database; system: Database; clock: Clock };

/** Whether members have stopped what an item `i` would go out by. */
const STOPPED = isStopped({
  workspaceId: sql`i.workspace_id`,
  brandId: sql`i.brand_id`,
  channel: sql`i.channel`,
});

type Row = {
  contact_id: string;
  channel: string;
  alert_id: string;
  at: string;
  due_at: string;
  not_before: string | null;
  lapsed: string | null;
  skip: SkipReason | null;
  timing: Timing | null;
};

/**
 * Makes drafts of the digests that are due, one for all people of a brand who get the same alerts. What a person doesn't
 * want any more is in none, and while sending is stopped there are none: one that comes after it lists everything. Any number of processes may do it at a time. The engine's named cross-tenant query.
 */
export async function gatherDigests(deps: GatherDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - GRACE_MS);
  const { rows } = await deps.system.execute<{ workspace_id: string; brand_id: string }>(sql`
    select i.workspace_id, i.brand_id from digest_items i
     where i.digest_id is null and i.ended is null and i.due_at <= ${before.toISOString()}::timestamptz and not ${STOPPED}
     group by i.workspace_id, i.brand_id limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, brand_id: brandId } of rows) {
    let more = true;
    while (more)
      more = await withTenant(deps.app, workspaceId, (tx) =>
        gatherBrand(tx, { workspaceId, brandId, before, now: deps.clock() }),
      );
  }
}

type Brand = { workspaceId: string; brandId: string; before: Date; now: Date };

/** @returns whether there may be more */
async function gatherBrand(tx: Tx, brand: Brand): Promise<boolean> {
  const { workspaceId, brandId } = brand;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`digests of ${brandId}`}, 0))`);
  const rows = await dueOf(tx, brand);
  const { ended, later, due } = sorted(rows, brand.before.getTime());
  await note(tx, workspaceId, ended, sql`ended = g.ended`);
  await note(tx, workspaceId, later, sql`due_at = g.due_at`);
  for (const [, people] of Map.groupBy(due, ({ alerts, past }) => [...alerts, '', ...past].join(' ')))
    await draft(tx, brand, people);
  return rows.length > 0;
}

/** What is due of some people, each person's in the order in which it came. */
async function dueOf(tx: Tx, { workspaceId, brandId, before, now }: Brand): Promise<Row[]> {
  const isDue = sql`i.workspace_id = ${workspaceId}::uuid and i.brand_id = ${brandId}::uuid and i.digest_id is null
    and i.ended is null and i.due_at <= ${before.toISOString()}::timestamptz and not ${STOPPED}`;
  const about = {
    brandId: sql`i.brand_id`,
    detector: sql`listed.detector`,
    instrumentId: sql`listed.instrument_id`,
  };
  const { rows } = await tx.execute<Row>(sql`
    with people as materialized (
      select contact_id from (
        select i.contact_id, count(*) as items, sum(count(*)) over (order by i.contact_id) as so_far
          from digest_items i where ${isDue} group by i.contact_id order by i.contact_id limit ${PEOPLE}) waiting
       where so_far - items < ${ITEMS})
    select i.contact_id, i.channel, i.alert_id, i.at, i.due_at, i.not_before, i.lapsed,
           coalesce(${barOf(aboutRow('listed'), now)}, ${skipReason(about, false)}) as skip, ${timing} as timing
      from people join digest_items i on i.contact_id = people.contact_id and ${isDue}
      join alerts listed on listed.workspace_id = i.workspace_id and listed.id = i.alert_id
      left join contacts on contacts.workspace_id = i.workspace_id and contacts.id = i.contact_id
      left join lateral (
        select * from addresses a where a.workspace_id = i.workspace_id and a.contact_id = i.contact_id
           and a.channel = i.channel
         order by a.suppressed_at is not null, a.confirmed_at is null, a.created_at, a.id limit 1) addresses on true
      ${withPreferences(sql`i.brand_id`)}
     order by i.contact_id, i.channel, i.at, i.alert_id
     for update of i`);
  return rows;
}

type Noted = { contact_id: string; channel: string; alert_id: string };
type Sorted = {
  ended: (Noted & { ended: string })[];
  /** Their person wants digests at other times by now. */
  later: (Noted & { due_at: Date })[];
  due: Group[];
};
/** What one person gets over one channel. */
type Group = {
  contactId: string;
  channel: string;
  alerts: string[];
  /** Those among them that are past news to this person: others may have had them in time. */
  past: string[];
};

function sorted(rows: readonly Row[], before: number): Sorted {
  const found: Sorted = { ended: [], later: [], due: [] };
  for (const row of rows) {
    const { contact_id, channel, alert_id } = row;
    const noted = { contact_id, channel, alert_id };
    const at = Math.max(
      row.timing ? digestAt(row.timing, new Date(row.at).getTime()) : 0,
      row.not_before === null ? 0 : new Date(row.not_before).getTime(),
    );
    if (row.skip !== null) found.ended.push({ ...noted, ended: row.skip });
    else if (at > before) found.later.push({ ...noted, due_at: new Date(at) });
    else {
      const last = found.due.at(-1);
      const mine = last?.contactId === contact_id && last.channel === channel ? last : null;
      const past = row.lapsed === null ? [] : [alert_id];
      if (!mine) found.due.push({ contactId: contact_id, channel, alerts: [alert_id], past });
      else if (mine.alerts.length < ALERTS_MAX) {
        mine.alerts.push(alert_id);
        mine.past.push(...past);
      }
    }
  }
  return found;
}

async function note(
  tx: Tx,
  workspaceId: string,
  rows: readonly Noted[],
  set: ReturnType<typeof sql>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update digest_items i set ${set}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (contact_id uuid, channel text, alert_id uuid, ended text, due_at timestamptz, digest_id uuid)
     where i.workspace_id = ${workspaceId}::uuid and i.contact_id = g.contact_id and i.channel = g.channel
       and i.alert_id = g.alert_id`);
}

async function draft(tx: Tx, { workspaceId, brandId, now }: Brand, people: readonly Group[]): Promise<void> {
  const id = newId();
  await tx.insert(publications).values({ workspaceId, id, kind: 'digest' });
  await tx.insert(digests).values({
    workspaceId,
    id,
    brandId,
    state: 'drafted',
    alerts: people[0]?.alerts.length ?? 0,
    createdAt: now,
    updatedAt: now,
  });
  const rows = people.flatMap(({ contactId, channel, alerts }) =>
    alerts.map((alertId) => ({ contact_id: contactId, channel, alert_id: alertId, digest_id: id })),
  );
  await note(tx, workspaceId, rows, sql`digest_id = g.digest_id`);
}
