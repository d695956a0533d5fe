import { and, desc, eq, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import {
  SOFT_BOUNCES,
  type Suppression,
  type SuppressionCause,
  type SuppressionHistory,
} from '#src/shared/suppressions.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { addresses, softBounces, suppressionHistory, suppressions } from '../schema.ts';
import { type Cursor, writeCursor } from './cursor.ts';

type Reached = { workspaceId: string; channel: ChannelKind; address: string };
/** `source`: who said so; `by`: the person or key who did it, where one did. */
type Said = { cause: SuppressionCause; detail: string; source: string; by?: string; at: Date };

const DAY_MS = 86_400_000;
const cut = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max);

async function hashOf(tx: Tx, { workspaceId, channel, address }: Reached): Promise<Buffer> {
  const { rows } = await tx.execute<{ hash: Buffer }>(
    sql`select address_hash(${workspaceId}::uuid, ${channel}, ${address}) as hash`,
  );
  const hash = rows[0]?.hash;
  if (!hash) throw new Error('An address has no hash.');
  return hash;
}

const sameAddress = ({ workspaceId, channel, address }: Reached): SQL =>
  sql`${addresses.workspaceId} = ${workspaceId}::uuid and ${addresses.channel} = ${channel}
    and lower(${addresses.address}) = lower(btrim(${address}))`;

const MESSAGE_ID = /^(?:sign-up-[a-z]+-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i;

/** The id of the delivery or sign-up that a Message-ID of ours begins with; null for any other. */
export const idInMessageId = (messageId: string | undefined): string | null =>
  MESSAGE_ID.exec(messageId ?? '')?.[1]?.toLowerCase() ?? null;

/** What we sent, to whom, and in whose name. */
export type Sent = {
  /** Null for an email of a sign-up. */
  deliveryId: string | null;
  contactId: string | null;
  brandId: string;
  channel: ChannelKind;
  /** As it is known now. */
  address: string;
};

/** What was sent under an id, that of a delivery or a sign-up; null where nothing was, or its person is gone. */
export async function sentUnder(tx: Tx, workspaceId: string, id: string): Promise<Sent | null> {
  const { rows } = await tx.execute<Sent>(sql`
    select d.id as "deliveryId", d.contact_id as "contactId", a.brand_id as "brandId", d.channel, t.address
      from deliveries d
      join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      join addresses t on t.workspace_id = d.workspace_id and t.id = d.target_id
     where d.workspace_id = ${workspaceId}::uuid and d.id = ${id}::uuid
    union all
    select null, s.contact_id, f.brand_id, ${ACCOUNT_CHANNEL}, s.address
      from sign_ups s join signup_forms f on f.workspace_id = s.workspace_id and f.id = s.form_id
     where s.workspace_id = ${workspaceId}::uuid and s.id = ${id}::uuid
     limit 1`);
  return rows[0] ?? null;
}

/** Says on a delivery what was reported of it after the server had accepted it. Its state stays: it was accepted. */
export async function noteReported(
  tx: Tx,
  { workspaceId, deliveryId, said }: { workspaceId: string; deliveryId: string; said: string },
): Promise<void> {
  await tx.execute(sql`
    update deliveries set reason = ${cut(said, 500)}
     where workspace_id = ${workspaceId}::uuid and id = ${deliveryId}::uuid and state in ('sent', 'unknown')`);
}

/** Whether an address is one of the workspace's. */
export const isKnownAddress = async (tx: Tx, reached: Reached): Promise<boolean> =>
  (await tx.select({ id: addresses.id }).from(addresses).where(sameAddress(reached)).limit(1)).length > 0;

/**
 * Nothing goes to an address from here on. An address that is suppressed already keeps its first cause, except that a
 * complaint is never hidden by another one. @returns whether something changed
 */
export async function suppressAddress(tx: Tx, reached: Reached, said: Said): Promise<boolean> {
  const { workspaceId, channel, address } = reached;
  const addressHash = await hashOf(tx, reached);
  const id = newId();
  const row = { cause: said.cause, detail: cut(said.detail, 500), source: said.source, at: said.at };
  const [written] = await tx
    .insert(suppressions)
    .values({
      workspaceId,
      id,
      channel,
      addressHash,
      address: said.cause === 'erased' ? null : cut(address.trim(), 500),
      ...row,
    })
    .onConflictDoUpdate({
      target: [suppressions.workspaceId, suppressions.channel, suppressions.addressHash],
      set: row,
      setWhere: sql`excluded.cause = 'complaint' and ${suppressions.cause} <> 'complaint'`,
    })
    .returning({ id: suppressions.id });
  if (!written) return false;
  await tx.insert(suppressionHistory).values({
    workspaceId,
    id: newId(),
    channel,
    addressHash,
    kind: 'suppressed',
    byName: cut(said.by ?? '', 320),
    ...row,
  });
  await forgetSoftBounces(tx, { workspaceId, channel, addressHash });
  await tx
    .update(addresses)
    .set({ suppressedAt: said.at, updatedAt: said.at })
    .where(and(sameAddress(reached), sql`${addresses.suppressedAt} is null`));
  return true;
}

/** Whether something was accepted for an address since, and nobody has reported otherwise. */
const acceptedSince = ({ workspaceId, channel, address }: Reached, since: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from addresses t
    join deliveries d on d.workspace_id = t.workspace_id and d.contact_id = t.contact_id and d.target_id = t.id
   where t.workspace_id = ${workspaceId}::uuid and t.channel = ${channel}
     and lower(t.address) = lower(btrim(${address})) and d.state = 'sent' and d.reason is null and d.sent_at > ${since})`;

/**
 * Counts a soft bounce, and suppresses the address at the last one it may have. In the mail server's own answers, a
 * message that it accepted in between ends the row; reports say themselves what arrived.
 * @returns whether it is suppressed now
 */
export async function countSoftBounce(
  tx: Tx,
  reached: Reached,
  said: Omit<Said, 'cause' | 'by'>,
): Promise<boolean> {
  const { workspaceId, channel } = reached;
  const addressHash = await hashOf(tx, reached);
  const forgotten = new Date(said.at.getTime() - SOFT_BOUNCES.forgottenAfterDays * DAY_MS).toISOString();
  const isOver = said.source === 'reply' ? acceptedSince(reached, sql`${softBounces.lastAt}`) : sql`false`;
  const old = sql`(${softBounces.lastAt} < ${forgotten}::timestamptz or ${isOver})`;
  const [row] = await tx
    .insert(softBounces)
    .values({ workspaceId, channel, addressHash, inARow: 1, since: said.at, lastAt: said.at })
    .onConflictDoUpdate({
      target: [softBounces.workspaceId, softBounces.channel, softBounces.addressHash],
      set: {
        inARow: sql`case when ${old} then 1 else ${softBounces.inARow} + 1 end`,
        since: sql`case when ${old} then excluded.since else least(${softBounces.since}, excluded.since) end`,
        lastAt: sql`greatest(${softBounces.lastAt}, excluded.last_at)`,
      },
    })
    .returning();
  if (!row) throw new Error('A bounce was not counted.');
  const over = row.lastAt.getTime() - row.since.getTime() >= SOFT_BOUNCES.overDays * DAY_MS;
  if (row.inARow < SOFT_BOUNCES.inARow || !over) return false;
  return suppressAddress(tx, reached, { ...said, cause: 'soft_bounces' });
}

/** What arrives ends the row of soft bounces. */
export async function noteArrival(tx: Tx, reached: Reached): Promise<void> {
  const { workspaceId, channel } = reached;
  await forgetSoftBounces(tx, { workspaceId, channel, addressHash: await hashOf(tx, reached) });
}

async function forgetSoftBounces(
  tx: Tx,
  of: { workspaceId: string; channel: ChannelKind; addressHash: Buffer },
): Promise<void> {
  await tx
    .delete(softBounces)
    .where(
      and(
        eq(softBounces.workspaceId, of.workspaceId),
        eq(softBounces.channel, of.channel),
        eq(softBounces.addressHash, of.addressHash),
      ),
    );
}

/** Why an address is suppressed; null where it isn't. */
export async function suppressionOf(tx: Tx, reached: Reached): Promise<SuppressionCause | null> {
  const [row] = await tx
    .select({ cause: suppressions.cause })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, reached.workspaceId),
        eq(suppressions.channel, reached.channel),
        eq(suppressions.addressHash, await hashOf(tx, reached)),
      ),
    );
  return row?.cause ?? null;
}

/** Lets an address have alerts again. @returns the address as it was known, or undefined where none is suppressed */
export async function liftSuppression(
  tx: Tx,
  which: { workspaceId: string; id: string },
  lifted: { reason: string; source: string; by: string; at: Date },
): Promise<{ address: string | null } | undefined> {
  const [row] = await tx
    .delete(suppressions)
    .where(and(eq(suppressions.workspaceId, which.workspaceId), eq(suppressions.id, which.id)))
    .returning();
  if (!row) return undefined;
  const { workspaceId, channel, addressHash } = row;
  await tx.insert(suppressionHistory).values({
    workspaceId,
    id: newId(),
    channel,
    addressHash,
    kind: 'lifted',
    cause: row.cause,
    detail: cut(lifted.reason, 500),
    source: lifted.source,
    byName: cut(lifted.by, 320),
    at: lifted.at,
  });
  await tx.execute(sql`
    update addresses set suppressed_at = null, updated_at = ${lifted.at.toISOString()}::timestamptz
     where workspace_id = ${workspaceId}::uuid and channel = ${channel} and suppressed_at is not null
       and ${row.address === null ? sql`true` : sql`lower(address) = lower(${row.address})`}
       and address_hash(workspace_id, channel, address) = ${addressHash}`);
  return { address: row.address };
}

/**
 * Lifts what a person may lift themselves: by confirming the address in a form nothing that a provider said; by writing
 * from it, that too.
 */
export async function liftByPerson(
  tx: Tx,
  reached: Reached,
  at: Date,
  {
    causes = ['erased'],
    reason = 'Confirmed the address in a sign-up form',
    source = 'sign_up',
  }: { causes?: readonly SuppressionCause[]; reason?: string; source?: string } = {},
): Promise<void> {
  const [row] = await tx
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, reached.workspaceId),
        eq(suppressions.channel, reached.channel),
        eq(suppressions.addressHash, await hashOf(tx, reached)),
        inArray(suppressions.cause, [...causes]),
      ),
    );
  if (!row) return;
  await liftSuppression(tx, { workspaceId: reached.workspaceId, id: row.id }, { reason, source, by: '', at });
}

/** Forgets whose address it is, and goes on sending nothing there: by the hash alone. */
export async function eraseSuppressed(
  tx: Tx,
  reached: Reached,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const said = { cause: 'erased', detail: '', source: 'api', by, at } as const;
  await suppressAddress(tx, reached, said);
  const { workspaceId, channel } = reached;
  const hash = await hashOf(tx, reached);
  await tx.execute(sql`
    update suppressions set address = null, detail = ''
     where workspace_id = ${workspaceId}::uuid and channel = ${channel} and address_hash = ${hash}`);
  await tx.execute(sql`
    update suppression_history set detail = ''
     where workspace_id = ${workspaceId}::uuid and channel = ${channel} and address_hash = ${hash} and detail <> ''`);
}

/** Newest first. */
export async function listSuppressions(
  tx: Tx,
  asked: {
    workspaceId: string;
    cause?: SuppressionCause;
    words?: string;
    after: Cursor | null;
    limit: number;
  },
): Promise<{ items: Suppression[]; next: string | null; total: number }> {
  const { workspaceId, cause, words, after, limit } = asked;
  const matching = and(
    eq(suppressions.workspaceId, workspaceId),
    cause ? eq(suppressions.cause, cause) : undefined,
    words
      ? ilike(suppressions.address, `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
      : undefined,
  );
  const rows = await tx
    .select()
    .from(suppressions)
    .where(
      and(
        matching,
        after
          ? or(
              lt(suppressions.at, after.at),
              and(eq(suppressions.at, after.at), lt(suppressions.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(suppressions.at), desc(suppressions.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ id, channel, address, cause: why, detail, source, at }) => ({
      id,
      channel,
      address,
      cause: why,
      detail,
      source,
      at: at.toISOString(),
    })),
    next: last ? writeCursor({ at: last.at, id: last.id }) : null,
    total: await tx.$count(suppressions, matching),
  };
}

/** What was ever said of a suppressed address, newest first; null where none is suppressed under the id. */
export async function historyOf(
  tx: Tx,
  which: { workspaceId: string; id: string },
): Promise<SuppressionHistory['items'] | null> {
  const [row] = await tx
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.workspaceId, which.workspaceId), eq(suppressions.id, which.id)));
  if (!row) return null;
  const rows = await tx
    .select()
    .from(suppressionHistory)
    .where(
      and(
        eq(suppressionHistory.workspaceId, row.workspaceId),
        eq(suppressionHistory.channel, row.channel),
        eq(suppressionHistory.addressHash, row.addressHash),
      ),
    )
    .orderBy(desc(suppressionHistory.at), desc(suppressionHistory.id))
    .limit(100);
  return rows.map(({ id, kind, cause, detail, source, byName, at }) => ({
    id,
    kind,
    cause,
    detail,
    source,
    by: byName,
    at: at.toISOString(),
  }));
}
