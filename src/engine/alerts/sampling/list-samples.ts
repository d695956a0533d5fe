import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import {
  alerts,
  alertTransitions,
  approvalPolicies,
  approvalPolicyVersions,
  brands,
  instruments,
  rules,
  supervisorySamples,
} from '#src/db/schema.ts';
import type { Sample, Samples } from '#src/shared/samples.ts';
import { WROTE_IT } from './judge.ts';
import { isCurrentVersion } from '../../approval/policies/current-version.ts';

type Ask = { workspaceId: string; judged: boolean; limit: number; userId: string | null };

/** Alerts drawn for a check: those that wait, the oldest first, or those that were judged, the newest first. */
export async function listSamples(tx: Tx, ask: Ask): Promise<Samples> {
  const { workspaceId, judged, limit } = ask;
  const { verdict, sampledAt, judgedAt } = supervisorySamples;
  const rows = await tx
    .select({
      sample: supervisorySamples,
      title: alerts.title,
      about: alerts.about,
      symbol: instruments.symbol,
      brand: brands.name,
      rule: rules,
    })
    .from(supervisorySamples)
    .innerJoin(
      alerts,
      and(eq(alerts.workspaceId, supervisorySamples.workspaceId), eq(alerts.id, supervisorySamples.alertId)),
    )
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .leftJoin(instruments, eq(instruments.id, alerts.instrumentId))
    .where(
      and(eq(supervisorySamples.workspaceId, workspaceId), judged ? isNotNull(verdict) : isNull(verdict)),
    )
    .orderBy(judged ? desc(judgedAt) : asc(sampledAt), asc(supervisorySamples.alertId))
    .limit(limit);
  const names = await actorNames(
    tx,
    rows.flatMap(({ sample }) => sample.judgedBy ?? []),
  );
  const edited = await editedBy(
    tx,
    ask,
    rows.map(({ sample }) => sample.alertId),
  );
  return {
    items: rows.map(({ sample, title, about, symbol, brand, rule }): Sample => {
      const { judgedBy: by, judgedAt: at } = sample;
      const isAuthor = ask.userId !== null && (rule.changedBy === ask.userId || edited.has(sample.alertId));
      return {
        alertId: sample.alertId,
        title: title ?? '',
        symbol: symbol ?? about,
        brand,
        rule: rule.deletedAt === null ? { id: rule.id, name: rule.name } : null,
        policy: { id: sample.policyId, name: sample.policyName, version: sample.policyVersion },
        revision: sample.revisionHash,
        sampledAt: sample.sampledAt.toISOString(),
        refusal: isAuthor && sample.verdict === null ? WROTE_IT : null,
        judged:
          sample.verdict === null || by === null || at === null
            ? null
            : {
                verdict: sample.verdict,
                category: sample.category,
                note: sample.note,
                by: names.get(by) ?? 'a former member',
                at: at.toISOString(),
              },
      };
    }),
    policies: await countsByPolicy(tx, workspaceId),
  };
}

/** Of these alerts, those whose text the one who asks has edited. */
async function editedBy(tx: Tx, { userId }: Ask, ids: readonly string[]): Promise<Set<string>> {
  if (userId === null || ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: alertTransitions.alertId })
    .from(alertTransitions)
    .where(
      and(
        inArray(alertTransitions.alertId, [...ids]),
        eq(alertTransitions.actor, `user:${userId}`),
        eq(alertTransitions.fromState, 'pending_review'),
        eq(alertTransitions.toState, 'pending_review'),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

async function countsByPolicy(tx: Tx, workspaceId: string): Promise<Samples['policies']> {
  const { policyId, policyName, verdict, sampledAt } = supervisorySamples;
  const counted = await tx
    .select({
      id: policyId,
      // The newest, for a policy that is gone.
      name: sql<string>`(array_agg(${policyName} order by ${sampledAt} desc))[1]`,
      sampled: sql<number>`count(*)::int`,
      waiting: sql<number>`(count(*) filter (where ${verdict} is null))::int`,
      findings: sql<number>`(count(*) filter (where ${verdict} = 'finding'))::int`,
    })
    .from(supervisorySamples)
    .where(eq(supervisorySamples.workspaceId, workspaceId))
    .groupBy(policyId);
  const known = await tx
    .select({
      id: approvalPolicies.id,
      name: approvalPolicies.name,
      content: approvalPolicyVersions.content,
    })
    .from(approvalPolicies)
    .innerJoin(approvalPolicyVersions, isCurrentVersion)
    .where(and(eq(approvalPolicies.workspaceId, workspaceId), isNull(approvalPolicies.deletedAt)));
  const none = known.filter(({ id, content }) => content.sampling && !counted.some((each) => each.id === id));
  return [
    ...counted.map((each) => {
      const now = known.find(({ id }) => id === each.id);
      return { ...each, name: now?.name ?? each.name, share: now?.content.sampling ?? null };
    }),
    ...none.map(({ id, name, content }) => ({
      id,
      name,
      share: content.sampling ?? null,
      sampled: 0,
      waiting: 0,
      findings: 0,
    })),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
