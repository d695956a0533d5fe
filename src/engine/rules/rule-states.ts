import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { RuleStates, RuleStatesForm } from '#src/shared/rules/states.ts';
import type { By } from '../changed-by.ts';
import { assertIncluded, marketRow, NO_RULE, ofMarket } from './stored-rules.ts';

type Item = RuleStates['items'][number];

/**
 * Pauses or resumes several rules, in one transaction: a rule that can't be resumed leaves the others changed, a fault of
 * ours changes none. One that is in that state already stays as it is, so that a repeated request does nothing.
 */
export async function setRuleStates(
  { app, clock }: { app: Database; clock: Clock },
  by: By,
  { ids, paused }: RuleStatesForm,
): Promise<RuleStates> {
  return withTenant(app, by.workspaceId, async (tx) => {
    const at = clock();
    const state = paused ? 'paused' : 'active';
    // Locked in one order, so that two such requests never wait for each other.
    const found = await tx
      .select()
      .from(rules)
      .where(and(ofMarket, isNull(rules.deletedAt), inArray(rules.id, ids)))
      .orderBy(rules.id)
      .for('update');
    const byId = new Map(
      found.flatMap((each) => {
        const row = marketRow(each);
        return row ? [[row.id, row] as const] : [];
      }),
    );
    const plan = paused ? null : await workspacePlan(tx, at);
    const changed: { id: string; name: string }[] = [];
    const items = ids.map((id): Item => {
      const row = byId.get(id.toLowerCase());
      if (!row) return refused(id, new AppError('not_found', NO_RULE));
      if (row.state === state) return { id, state, changed: false, refusal: null };
      const refusal = plan && problemOf(() => assertIncluded(plan, row));
      if (refusal) return refused(id, refusal);
      changed.push(row);
      return { id, state, changed: true, refusal: null };
    });
    await setStates(
      tx,
      changed.map(({ id }) => id),
      { state, at },
    );
    for (const { name } of changed)
      await recordActivity(tx, { ...by, subject: name, at, action: paused ? 'rule.paused' : 'rule.resumed' });
    const answer = { items };
    await by.keepAnswer?.(tx, 200, answer);
    return answer;
  });
}

async function setStates(
  tx: Tx,
  ids: readonly string[],
  { state, at }: { state: 'active' | 'paused'; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(rules)
    .set({ state, updatedAt: at })
    .where(sql`${rules.id} = any(${sql.param([...ids])}::uuid[])`);
}

const refused = (id: string, { code, message }: AppError): Item => ({
  id,
  state: null,
  changed: false,
  refusal: { code, detail: message },
});

function problemOf(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
