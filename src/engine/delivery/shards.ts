import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type AudienceOf, isOfAudience } from '#src/db/queries/audience.ts';
import { addresses, contacts, fanOuts } from '#src/db/schema.ts';
import type { Purpose } from '#src/db/schema/delivery.ts';
import type { Timing } from '#src/shared/timing.ts';
import { turnOf } from '../timing/turn.ts';
import { type Ask, CLAIM_MS, type ClaimedDelivery, type Head } from './claimed.ts';
import { isChanged, isInDigest, isOfDigest, keepForDigest, makeAnother } from './digest-items.ts';
import { aboutOf, language, skipReason, type SkipReason, timing, withPreferences } from './eligible.ts';
import { confirmedSince, HELD_BECAUSE, mayHold, QUIET_BECAUSE, TOO_MANY_HELD } from './held.ts';
import type { Renditions } from './renditions.ts';
import { countSkipped } from './skips.ts';
import { isHeldFor } from './waits.ts';

/** Contacts of a shard: it is cut to this when somebody begins it, and the rest is a shard of its own. */
const SHARD = 5_000;
/** Contacts read at a time, at least: most may have no address on the channel. */
const READ_MIN = 64;
/** A fan-out says so often that it moves on (src/engine/delivery/sweep.ts). */
const QUIET_MS = 20_000;

type Shard = {
  fan_out_id: string;
  n: number;
  cursor_id: string;
  until_id: string | null;
  revision_id: string;
  audience: AudienceOf | null;
  destination_id: string | null;
  contact_id: string | null;
  purpose: Purpose;
  send_no: number;
  reach: 'each' | 'preferred';
  channels: string[];
  expired: boolean;
  /** Nobody has said for a while that it moves on. */
  quiet: boolean;
};

/** A contact in its turn. `channel` is that of the address that suits best, which may be another lane's. */
type Candidate = {
  contact_id: string | null;
  target_id: string | null;
  channel: string | null;
  address: string | null;
  connection_id: string | null;
  user_id: string | null;
  language: string | null;
  /** Null where they have no preferences, or where none apply. */
  timing: Timing | null;
  skip: SkipReason | null;
};

export type Window = {
  claimed: ClaimedDelivery[];
  /** There may be more to claim at once. */
  more: boolean;
  /** Others hold all that there is at this moment. */
  busy: boolean;
};

const NOTHING: Window = { claimed: [], more: false, busy: false };

/**
 * Claims the next window of a fan-out of the alert: locks a shard that nobody holds, passes over those who may not get
 * it, writes deliveries of the others as `sending`, and moves the cursor, all in the caller's transaction.
 */
export async function claimWindow(tx: Tx, ask: Ask, head: Head, renditions: Renditions): Promise<Window> {
  const shard = await lockShard(tx, ask, head);
  if (!shard) return { ...NOTHING, busy: await hasOpenShard(tx, ask, head) };
  if (shard.expired) {
    await expire(tx, ask, shard);
    return { ...NOTHING, more: true };
  }
  if (shard.quiet) await touch(tx, ask, shard);
  const until = shard.until_id ?? (await cut(tx, ask, shard));
  const read = Math.max(READ_MIN, ask.atMost);
  const people = await candidates(tx, ask, head, { ...shard, until_id: until }, read);
  const turn = await choose(tx, ask, shard, people);
  const claimed = await open(tx, { ask, head, shard, renditions }, turn);
  const isDone = turn.seen === people.length && people.length < read;
  const last = people[turn.seen - 1]?.contact_id ?? shard.cursor_id;
  await tx.execute(sql`
    update fan_out_shards set cursor_id = ${last}::uuid, is_done = ${isDone} where ${own(ask, shard)}`);
  return { claimed, more: true, busy: false };
}

const own = (ask: Ask, { fan_out_id, n }: Pick<Shard, 'fan_out_id' | 'n'>): SQL => sql`
  workspace_id = ${ask.workspaceId}::uuid and alert_id = ${ask.alertId}::uuid
    and fan_out_id = ${fan_out_id}::uuid and channel = ${ask.channel} and n = ${n}`;

/** What is open of the channel and may go out at the moment. What has expired may end even so. */
const isOpen = (ask: Ask, head: Head): SQL => sql`
  s.workspace_id = ${ask.workspaceId}::uuid and s.alert_id = ${ask.alertId}::uuid and s.channel = ${ask.channel}
    and not s.is_done and f.destination_id is not distinct from ${ask.destinationId}::uuid
    and (f.expires_at <= ${ask.now.toISOString()}::timestamptz or not ${isHeldFor(ask, head, sql`f.destination_id`)})`;

async function lockShard(tx: Tx, ask: Ask, head: Head): Promise<Shard | undefined> {
  const { rows } = await tx.execute<Shard>(sql`
    select s.fan_out_id, s.n, s.cursor_id, s.until_id, f.revision_id, f.destination_id, f.contact_id, f.purpose, f.send_no,
           f.reach, f.channels, coalesce(f.expires_at <= ${ask.now.toISOString()}::timestamptz, false) as expired,
           f.updated_at < ${new Date(ask.now.getTime() - QUIET_MS).toISOString()}::timestamptz as quiet,
           (select json_build_object('id', a.id, 'kind', a.kind, 'filter', a.filter) from audiences a
             where a.workspace_id = f.workspace_id and a.id = f.audience_id and a.deleted_at is null) as audience
      from fan_out_shards s
      join fan_outs f on f.workspace_id = s.workspace_id and f.id = s.fan_out_id
     where ${isOpen(ask, head)}
     order by s.fan_out_id, s.n limit 1 for update of s skip locked`);
  return rows[0];
}

async function hasOpenShard(tx: Tx, ask: Ask, head: Head): Promise<boolean> {
  const { rows } = await tx.execute<{ open: boolean }>(sql`
    select exists (select from fan_out_shards s
      join fan_outs f on f.workspace_id = s.workspace_id and f.id = s.fan_out_id where ${isOpen(ask, head)}) as open`);
  return rows[0]?.open === true;
}

async function touch(tx: Tx, ask: Ask, { fan_out_id: id }: Shard): Promise<void> {
  await tx
    .update(fanOuts)
    .set({ updatedAt: ask.now, workedBy: ask.instanceId })
    .where(and(eq(fanOuts.workspaceId, ask.workspaceId), eq(fanOuts.id, id)));
}

/** What has not had its turn by now gets none. */
async function expire(tx: Tx, ask: Ask, shard: Shard): Promise<void> {
  await tx.execute(sql`update fan_out_shards set is_done = true where ${own(ask, shard)}`);
  await tx
    .update(fanOuts)
    .set({ state: 'expired', waits: null, waiting: [], updatedAt: ask.now })
    .where(and(eq(fanOuts.workspaceId, ask.workspaceId), eq(fanOuts.id, shard.fan_out_id)));
}

/** Ends an endless shard after so many contacts; the rest goes to whoever comes next. @returns its end, if there is one */
async function cut(tx: Tx, ask: Ask, shard: Shard): Promise<string | null> {
  if (!shard.audience && shard.purpose !== 'digest') return null;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from contacts where workspace_id = ${ask.workspaceId}::uuid and id > ${shard.cursor_id}::uuid
     order by id offset ${SHARD} limit 1`);
  const end = rows[0]?.id;
  if (end === undefined) return null;
  await tx.execute(sql`
    insert into fan_out_shards (workspace_id, alert_id, fan_out_id, channel, n, cursor_id)
    values (${ask.workspaceId}::uuid, ${ask.alertId}::uuid, ${shard.fan_out_id}::uuid, ${ask.channel}, ${shard.n + 1},
            ${end}::uuid)`);
  await tx.execute(sql`update fan_out_shards set until_id = ${end}::uuid where ${own(ask, shard)}`);
  return end;
}

async function candidates(tx: Tx, ask: Ask, head: Head, shard: Shard, read: number): Promise<Candidate[]> {
  if (shard.destination_id !== null) return destination(tx, ask, shard.destination_id);
  const who = whoOf(ask, shard);
  if (!who) return [];
  const may = mayOf(ask, head, shard);
  const isPreferred = shard.reach === 'preferred';
  const channels = sql`${sql.param(isPreferred ? shard.channels : [ask.channel])}::text[]`;
  // Where it suits one address of several as well as another, the oldest.
  const { rows } = await tx.execute<Candidate>(sql`
    with people as materialized (
      select contacts.id from contacts where contacts.workspace_id = ${ask.workspaceId}::uuid and ${who}
       order by contacts.id limit ${read})
    select people.id as contact_id, best.*, null as connection_id
      from people left join lateral (
        select ${addresses.id} as target_id, ${addresses.channel}, ${addresses.address}, ${contacts.userId},
               ${language} as language, ${shard.contact_id === null ? timing : sql`null`} as timing,
               ${shard.purpose === 'digest' ? may : served(ask, shard, may)} as skip
          from contacts join addresses
            on addresses.workspace_id = contacts.workspace_id and addresses.contact_id = contacts.id
          ${withPreferences(sql`${head.brandId}::uuid`)}
         where contacts.workspace_id = ${ask.workspaceId}::uuid and contacts.id = people.id
           and addresses.channel = any(${channels})
         order by (${may}) is not null, array_position(${channels}, addresses.channel),
                  addresses.created_at, addresses.id
         limit 1) best on true
     order by people.id`);
  return rows;
}

/** Whose turn it may be, as a condition on `contacts`; null for nobody. */
function whoOf(ask: Ask, shard: Shard): SQL | null {
  if (shard.contact_id !== null) return sql`contacts.id = ${shard.contact_id}::uuid`;
  const among =
    shard.purpose === 'digest'
      ? isOfDigest(ask)
      : shard.audience && isOfAudience(shard.audience, sql`contacts`, ask.now);
  const until = shard.until_id === null ? sql`` : sql`and contacts.id <= ${shard.until_id}::uuid`;
  return among && sql`contacts.id > ${shard.cursor_id}::uuid ${until} and ${among}`;
}

function mayOf(ask: Ask, head: Head, { purpose, contact_id }: Shard): SQL<SkipReason | null> {
  const may = skipReason(aboutOf(head), contact_id !== null);
  return purpose === 'digest' ? sql`coalesce(${may}, case when ${isChanged(ask)} then 'changed' end)` : may;
}

/** Over one channel of several: whoever has it over any other has it. In a digest they have it as well. */
const served = (ask: Ask, shard: Shard, may: SQL): SQL => {
  const isPreferred = shard.reach === 'preferred';
  const had = sql`exists (select from deliveries had where had.workspace_id = ${ask.workspaceId}::uuid
    and had.contact_id = contacts.id and had.alert_id = ${ask.alertId}::uuid
    and had.purpose = ${shard.purpose} and had.send_no = ${shard.send_no})`;
  return sql`coalesce(${may}, case when ${isPreferred ? sql`${had} or` : sql``} ${isInDigest(ask, isPreferred)} then 'served' end)`;
};

async function destination(tx: Tx, ask: Ask, id: string): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate>(sql`
    select null as contact_id, d.id as target_id, c.channel, d.address, c.id as connection_id, null as user_id,
           null as language, null as timing, case when d.deleted_at is not null or c.deleted_at is not null then 'left' end as skip
      from destinations d join connections c on c.workspace_id = d.workspace_id and c.id = d.connection_id
     where d.workspace_id = ${ask.workspaceId}::uuid and d.id = ${id}::uuid`);
  return rows;
}

type Chosen = Candidate & { target_id: string; address: string };
/** `until`: ms, UTC; null until the address is confirmed. */
type Hold = { who: Chosen; state: 'held' | 'rejected'; reason: string; until: number | null };
type Turn = {
  go: Chosen[];
  hold: Hold[];
  /** They get it in the digest of that moment. */
  digest: { contactId: string | null; at: number }[];
  /** For them the digest is made anew. */
  changed: string[];
  skipped: Map<SkipReason, number>;
  /** So many of the candidates have had their turn. */
  seen: number;
};

async function choose(tx: Tx, ask: Ask, { purpose }: Shard, people: readonly Candidate[]): Promise<Turn> {
  const confirmed = await confirmedSince(tx, people);
  const turn: Turn = { go: [], hold: [], digest: [], changed: [], skipped: new Map(), seen: 0 };
  for (const each of people) {
    if (turn.go.length >= ask.atMost) break;
    turn.seen += 1;
    // Without an address on the channel, or the turn of another channel's lane.
    if (each.target_id === null || each.address === null || each.channel !== ask.channel) continue;
    const who = { ...each, target_id: each.target_id, address: each.address };
    if (each.skip === null || (each.skip === 'unconfirmed' && confirmed.has(who.target_id))) {
      const when = turnOf(each.timing, purpose === 'digest' ? 'digest' : 'other', ask.now.getTime());
      if (when.go === 'now') turn.go.push(who);
      else if (when.go === 'later')
        turn.hold.push({ who, state: 'held', reason: QUIET_BECAUSE, until: when.until });
      else turn.digest.push({ contactId: who.contact_id, at: when.at });
    } else if (each.skip === 'unconfirmed' && each.user_id !== null) {
      const fits = await mayHold(tx, ask.workspaceId, who.target_id);
      const held = { state: 'held', reason: HELD_BECAUSE } as const;
      turn.hold.push({ who, until: null, ...(fits ? held : { state: 'rejected', reason: TOO_MANY_HELD }) });
    } else {
      if (each.skip === 'changed' && each.contact_id !== null) turn.changed.push(each.contact_id);
      skip(turn, each.skip, 1);
    }
  }
  return turn;
}

function skip({ skipped }: Turn, reason: SkipReason, people: number): void {
  if (people > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + people);
}

type Opening = { ask: Ask; head: Head; shard: Shard; renditions: Renditions };

/** Writes the deliveries. Whoever has one already, by another route or under another address, is passed over. */
async function open(
  tx: Tx,
  { ask, head, shard, renditions }: Opening,
  turn: Turn,
): Promise<ClaimedDelivery[]> {
  const all = [...turn.go.map((who) => ({ who, state: 'sending', reason: null, until: null })), ...turn.hold];
  const rows = [];
  const claimed = new Map<string, ClaimedDelivery>();
  for (const { who, state, reason, until } of all) {
    const rendition = await renditions.for(tx, {
      revisionId: shard.revision_id,
      channel: ask.channel,
      language: who.language,
    });
    if (!rendition) throw new Error(`The alert ${ask.alertId} has nothing to send over ${ask.channel}.`);
    const id = newId();
    const sending = state === 'sending';
    rows.push({
      id,
      target_id: who.target_id,
      contact_id: who.contact_id,
      rendition_id: rendition.id,
      state,
      reason,
      next_attempt_at: until === null ? null : new Date(until),
      attempts: sending ? 1 : 0,
      claimed_by: sending ? ask.instanceId : null,
      lease_until: sending ? new Date(ask.now.getTime() + CLAIM_MS) : null,
    });
    if (sending)
      claimed.set(id, {
        ...ask,
        ...head,
        id,
        fanOutId: shard.fan_out_id,
        targetId: who.target_id,
        contactId: who.contact_id,
        purpose: shard.purpose,
        sendNo: shard.send_no,
        userId: who.user_id,
        address: who.address,
        connectionId: who.connection_id,
        attempt: 1,
        serverWaits: 0,
        rendition,
        prepared: rendition.prepared,
      });
  }
  const made = rows.length === 0 ? new Set<string>() : await insert(tx, { ask, head, shard }, rows);
  const inDigest = await keepForDigest(tx, ask, head, turn.digest);
  await makeAnother(tx, ask, turn.changed);
  skip(turn, 'digest', inDigest);
  skip(turn, 'served', rows.length - made.size + turn.digest.length - inDigest);
  await countSkipped(tx, ask, shard.fan_out_id, turn.skipped);
  return [...claimed].flatMap(([id, delivery]) => (made.has(id) ? [delivery] : []));
}

async function insert(
  tx: Tx,
  { ask, head, shard }: Omit<Opening, 'renditions'>,
  rows: readonly object[],
): Promise<Set<string>> {
  const now = sql`${ask.now.toISOString()}::timestamptz`;
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, contact_id,
                            purpose, send_no, preferred, state, reason, attempts, next_attempt_at, claimed_by, lease_until, created_at,
                            updated_at)
    select ${ask.workspaceId}::uuid, g.id, ${head.eventMonth}::date, ${ask.alertId}::uuid, ${shard.fan_out_id}::uuid,
           g.rendition_id, ${ask.channel}, g.target_id, g.contact_id, ${shard.purpose}, ${shard.send_no},
           ${shard.reach === 'preferred'} and g.contact_id is not null, g.state, g.reason, g.attempts, g.next_attempt_at,
           g.claimed_by, g.lease_until, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
        id uuid, target_id uuid, contact_id uuid, rendition_id uuid, state text, reason text, attempts integer,
        next_attempt_at timestamptz, claimed_by uuid, lease_until timestamptz)
    on conflict do nothing returning id`);
  return new Set(inserted.rows.map(({ id }) => id));
}
