import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { brands, digests } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { insertFanOuts, waysTo } from '#src/engine/alerts/dispatch.ts';
import { keepWritten } from '#src/engine/alerts/record-approval.ts';
import { keepRevision, renderAlert, titleOf, type Written } from '#src/engine/alerts/revision.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import { unalignedDigest } from '#src/engine/alerts/unaligned.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import { disclosuresIn } from '#src/shared/content/content.ts';
import { mergedDisclosures, unlabeled } from '#src/shared/countries/disclosures.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { digestDocument, type Listed } from './digest-document.ts';

export type ComposeDigestDeps = { app: Database; enqueue: EngineEnqueue; clock: Clock };
type Job = { workspaceId: string; digestId: string };
type Draft = {
  brand: typeof brands.$inferSelect;
  listed: Listed[];
  channels: ChannelKind[];
};

/**
 * Writes the draft of a digest and sends it on its way. Every alert in it was approved already, so a policy approves its
 * revision. It isn't counted against the month, as its alerts were. Doing it again changes nothing.
 */
export async function composeDigest(deps: ComposeDigestDeps, job: Job): Promise<void> {
  const draft = await withTenant(deps.app, job.workspaceId, (tx) => readDraft(tx, job));
  if (!draft) return;
  // Outside any transaction: rendering must not hold rows.
  const { brand, listed } = draft;
  const over = draft.channels.flatMap((kind) => findChannel(kind) ?? []);
  const documents = brand.languages.map((language) => digestDocument(brand, listed, language));
  const disclosures = mergedDisclosures(
    listed.map(({ content, reviewed }) =>
      reviewed ? unlabeled(disclosuresIn(content)) : disclosuresIn(content),
    ),
  );
  const written = await renderAlert({ version: 2, documents, ...(disclosures && { disclosures }) }, over);
  await withTenant(deps.app, job.workspaceId, (tx) => dispatch(tx, deps, job, { ...draft, written }));
}

/** Null where it is on its way already. */
async function readDraft(tx: Tx, { workspaceId, digestId }: Job): Promise<Draft | null> {
  const [row] = await tx
    .select({ brand: brands })
    .from(digests)
    .innerJoin(brands, and(eq(brands.workspaceId, digests.workspaceId), eq(brands.id, digests.brandId)))
    .where(and(eq(digests.workspaceId, workspaceId), eq(digests.id, digestId), eq(digests.state, 'drafted')));
  if (!row) return null;
  const { rows: listed } = await tx.execute<Listed>(sql`
    select a.id, r.content, coalesce(a.reviewed_hash = a.approved_hash, false) as reviewed, a.title, coalesce(n.symbol, a.about, '') as symbol, i.held,
           case when i.past then json_build_object(
             'at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', n.time_zone,
             'evidence', case when e.evidence ? 'bars' then json_build_object('bars', e.evidence->'bars') end) end as past,
           (select count(distinct k.alert_id)::int from audience_groups g
              join fan_outs f on f.workspace_id = g.workspace_id and f.alert_id = g.alert_id and f.audience_id = g.audience_id
              join fan_out_skips k on k.workspace_id = f.workspace_id and k.alert_id = f.alert_id and k.fan_out_id = f.id
               and k.reason = 'told'
             where g.workspace_id = a.workspace_id and g.first_alert_id = a.id and g.alert_id <> a.id) as told
      from (select alert_id, bool_or(not_before is not null and lapsed is null) as held, bool_or(lapsed is not null) as past
              from digest_items
             where workspace_id = ${workspaceId}::uuid and digest_id = ${digestId}::uuid group by alert_id) i
      join alerts a on a.workspace_id = ${workspaceId}::uuid and a.id = i.alert_id
      left join events e on e.workspace_id = a.workspace_id and e.id = a.event_id
      left join instruments n on n.id = a.instrument_id
      left join lateral (
        select content from revisions r where r.workspace_id = a.workspace_id and r.alert_id = a.id
           and r.hash = a.approved_hash order by r.n desc limit 1) r on true
     order by a.created_at desc, a.id desc`);
  const { rows: over } = await tx.execute<{ channel: ChannelKind }>(sql`
    select distinct channel from digest_items
     where workspace_id = ${workspaceId}::uuid and digest_id = ${digestId}::uuid order by channel`);
  return { brand: row.brand, listed, channels: over.map(({ channel }) => channel) };
}

async function dispatch(
  tx: Tx,
  deps: ComposeDigestDeps,
  { workspaceId, digestId }: Job,
  { brand, listed, channels, written }: Draft & { written: Written },
): Promise<void> {
  const now = deps.clock();
  const mine = and(eq(digests.workspaceId, workspaceId), eq(digests.id, digestId));
  const [digest] = await tx.select().from(digests).where(mine).for('no key update');
  if (digest?.state !== 'drafted') return;
  const { over, reason } = await overWhich(tx, { workspaceId, digestId, brandId: brand.id, channels, now });
  if (reason !== null) {
    await tx.update(digests).set({ state: 'withheld', reason, updatedAt: now }).where(mine);
    return;
  }
  const revision = await keepRevision(tx, { workspaceId, alertId: digestId, written, now });
  await tx
    .update(digests)
    .set({
      state: 'sending',
      title: titleOf(written),
      approvedHash: revision.hash,
      updatedAt: now,
    })
    .where(mine);
  await insertFanOuts(tx, [
    {
      workspaceId,
      id: newId(),
      alertId: digestId,
      eventMonth: digest.eventMonth,
      revisionId: revision.id,
      purpose: 'digest',
      channels: over,
      state: 'open',
      createdAt: now,
      updatedAt: now,
    },
  ]);
  await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId: digestId });
  // Last: the workspace's chain is locked from here on.
  await recordDecision(tx, {
    workspaceId,
    alertId: digestId,
    at: now,
    decision: 'approved',
    revision: revision.hash,
    bytes: await keepWritten(tx, written),
    by: { policy: 'digest' },
    reason: 'every alert in the digest was approved',
    about: { brand: brand.id, alerts: listed.map(({ id }) => id) },
  });
}

type Asked = { workspaceId: string; digestId: string; brandId: string; channels: ChannelKind[]; now: Date };

/** The channels it goes over, or why it goes over none. */
async function overWhich(
  tx: Tx,
  { workspaceId, digestId, brandId, channels, now }: Asked,
): Promise<{ over: ChannelKind[]; reason: string | null }> {
  const plan = await workspacePlan(tx, now);
  if (plan.standing === 'read_only')
    return { over: [], reason: 'the workspace is read-only: its plan has ended' };
  const target = { routeId: null, audienceId: null, destinationId: null, contactId: null } as const;
  const { ways } = await waysTo(tx, plan, workspaceId, [
    { ...target, reach: 'each', channels, channel: null, expiresMinutes: null, releaseMinutes: null },
  ]);
  const over = ways.flatMap((way) => way.over);
  if (over.length === 0) return { over, reason: 'the plan doesn’t include the channels of its people' };
  return { over, reason: await unalignedDigest(tx, { workspaceId, brandId, now }, { id: digestId, over }) };
}
