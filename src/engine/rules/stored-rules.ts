import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { type Cursor, writeCursor } from '#src/db/queries/cursor.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import { ruleActivity } from '#src/db/queries/rule-activity.ts';
import { instruments, rules, watchlists } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Entitlements } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { messageOf, messageProblem, type RuleMessage } from '#src/shared/rules/message.ts';
import { defaultFrequency } from '#src/shared/rules/default-frequency.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { timeframeProblem } from '#src/shared/rules/timeframe-problem.ts';
import { readRule } from '#src/shared/rules/read.ts';
import {
  type RuleChange,
  type RuleForm,
  type RulePage,
  type RuleWarning,
  RULES_MAX,
  type StoredRule,
} from '#src/shared/rules/stored.ts';
import type { Route } from '#src/shared/routes.ts';
import type { By } from '../changed-by.ts';
import { assertApproval } from '../routes/approvals.ts';
import { copyRoutes, putRoutes, routesOf } from '../routes/stored-routes.ts';
import { recordRoutes } from '../routes/record-routes.ts';
import { conditionsOf, copyOthers, keepOthers, type Says } from './other-symbols.ts';
import { warningsOf } from './rule-warnings.ts';
import { idsOfSymbols } from './watchlists.ts';

type RuleDeps = { app: Database; clock: Clock };
/** A rule on the market: it has a condition in the rule language. External rules are not its concern. */
type Row = Omit<typeof rules.$inferSelect, 'condition' | 'timeframe'> & {
  condition: string;
  timeframe: Timeframe;
};
export const ofMarket = eq(rules.kind, 'market');

/** Null where it is none on the market. */
export function marketRow(row: typeof rules.$inferSelect | undefined): Row | null {
  if (!row) return null;
  const { condition, timeframe } = row;
  return condition === null || timeframe === null ? null : { ...row, condition, timeframe };
}

export const NO_RULE = 'There is no such rule.';

/** Rules as the account area and programs see them. */
export function createRules({ app, clock }: RuleDeps) {
  const change = async <T>(
    by: By,
    id: string,
    work: (tx: Tx, row: Row, at: Date) => Promise<T>,
    deleted = false,
  ): Promise<T> =>
    withTenant(app, by.workspaceId, async (tx) => {
      const [found] = await tx.select().from(rules).where(eq(rules.id, id)).for('update');
      const row = marketRow(found);
      if (!row || (row.deletedAt !== null) !== deleted) throw new AppError('not_found', NO_RULE);
      return work(tx, row, clock());
    });

  return {
    async list(
      workspaceId: string,
      ask: {
        words?: string;
        state?: 'active' | 'paused';
        deleted: boolean;
        after: Cursor | null;
        limit: number;
      },
    ): Promise<RulePage> {
      return withTenant(app, workspaceId, async (tx) => {
        const pattern = ask.words && `%${ask.words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
        const found = await tx
          .select({ id: rules.id, createdAt: rules.createdAt })
          .from(rules)
          .where(
            and(
              ofMarket,
              ask.deleted ? isNotNull(rules.deletedAt) : isNull(rules.deletedAt),
              ask.state && eq(rules.state, ask.state),
              pattern
                ? or(sql`${rules.name} ilike ${pattern}`, sql`${rules.condition} ilike ${pattern}`)
                : undefined,
              ask.after === null
                ? undefined
                : sql`(date_trunc('milliseconds', ${rules.createdAt}), ${rules.id}) < (${ask.after.at.toISOString()}::timestamptz, ${ask.after.id}::uuid)`,
            ),
          )
          .orderBy(desc(sql`date_trunc('milliseconds', ${rules.createdAt})`), desc(rules.id))
          .limit(ask.limit + 1);
        const shown = found.slice(0, ask.limit);
        const last = shown.at(-1);
        const ids = shown.map(({ id }) => id);
        const now = clock();
        const [items, activity] = [
          await readRules(tx, ids, now),
          await ruleActivity(tx, { workspaceId, ids, now }),
        ];
        return {
          items: items.flatMap((rule) => {
            const of = activity.get(rule.id);
            return of ? [{ ...rule, activity: of }] : [];
          }),
          next: found.length > ask.limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
        };
      });
    },

    one: (workspaceId: string, id: string): Promise<StoredRule> =>
      withTenant(app, workspaceId, (tx) => readOne(tx, id, clock())),

    make: (by: By, form: RuleForm): Promise<StoredRule> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const state = form.state ?? 'active';
        assertTimeframe(form);
        assertCanBeTrue(form);
        assertMessage(form);
        if (state === 'active') await assertInPlan(tx, form, at);
        await assertApproval(tx, form.approval);
        await assertRoom(tx, by.workspaceId);
        const id = newId();
        await tx.insert(rules).values({
          workspaceId: by.workspaceId,
          id,
          name: form.name,
          condition: form.condition,
          ...(await targetOf(tx, by.workspaceId, form)),
          timeframe: form.timeframe,
          settings: form.settings ?? { frequency: defaultFrequency(parseRule(form.condition)) },
          message: messageOf(form.message),
          approval: form.approval ?? 'auto',
          changedBy: by.actor.userId,
          state,
          createdAt: at,
          updatedAt: at,
        });
        await keepOthers(tx, by.workspaceId, id, form);
        const approval = form.approval ?? 'auto';
        await putRoutes(tx, { workspaceId: by.workspaceId, id, approval }, form.routes ?? [], at);
        await recordActivity(tx, { ...by, action: 'rule.created', subject: form.name, at });
        const rule = await readOne(tx, id, at);
        await by.keepAnswer?.(tx, 201, rule);
        return rule;
      }),

    change: (by: By, id: string, form: RuleChange): Promise<StoredRule> =>
      change(by, id, async (tx, row, at) => {
        const { symbol, watchlistId, message, routes, ...others } = form;
        const rest = { ...others, ...(message !== undefined && { message: messageOf(message) }) };
        const given = symbol !== undefined || watchlistId !== undefined;
        const target = given ? await targetOf(tx, by.workspaceId, form) : {};
        const next = { ...row, ...rest, ...target };
        if (form.condition !== undefined || form.timeframe !== undefined || form.settings !== undefined)
          assertTimeframe(next);
        if (form.condition !== undefined && form.condition !== row.condition) assertCanBeTrue(next);
        assertMessage(next);
        await assertApproval(tx, form.approval, row.approval);
        const isOther = next.condition !== row.condition || next.settings.rearm !== row.settings.rearm;
        if (next.state === 'active' && (row.state !== 'active' || isOther)) await assertInPlan(tx, next, at);
        // Not by their texts: the database keeps the keys of settings in an order of its own.
        const triggers = ({ condition, settings, timeframe, instrumentId, watchlistId }: Row) =>
          [condition, settings, timeframe, instrumentId, watchlistId] as const;
        const isNew = !isDeepStrictEqual(triggers(next as Row), triggers(row));
        const isReworded = !isDeepStrictEqual(next.message, row.message);
        const changesAlerts = isNew || isReworded || routes !== undefined || next.approval !== row.approval;
        await tx
          .update(rules)
          .set({
            ...rest,
            ...target,
            version: row.version + (isNew ? 1 : 0),
            // Whoever only pauses or resumes a rule writes nothing of its alerts.
            ...(changesAlerts && { changedBy: by.actor.userId }),
            updatedAt: at,
          })
          .where(eq(rules.id, id));
        if (isOther) await keepOthers(tx, by.workspaceId, id, next);
        const subject = next.name;
        const says = { ...by, subject, at };
        if (next.state !== row.state)
          await recordActivity(tx, {
            ...says,
            action: next.state === 'active' ? 'rule.resumed' : 'rule.paused',
          });
        if (isNew || isReworded || next.name !== row.name || next.approval !== row.approval)
          await recordActivity(tx, { ...says, action: 'rule.changed' });
        if (routes && (await putRoutes(tx, { ...row, approval: next.approval }, routes, at)))
          await recordRoutes(tx, says, id);
        return readOne(tx, id, at);
      }),

    duplicate: (by: By, id: string): Promise<StoredRule> =>
      change(by, id, async (tx, row, at) => {
        await assertRoom(tx, by.workspaceId);
        const copy = {
          ...row,
          id: newId(),
          name: `${row.name.slice(0, 190)} (copy)`,
          state: 'paused' as const,
          version: 1,
          createdAt: at,
          updatedAt: at,
        };
        await tx.insert(rules).values(copy);
        await copyOthers(tx, row, copy.id);
        await copyRoutes(tx, row, copy.id, at);
        await recordActivity(tx, { ...by, action: 'rule.created', subject: copy.name, at });
        const rule = await readOne(tx, copy.id, at);
        await by.keepAnswer?.(tx, 201, rule);
        return rule;
      }),

    remove: (by: By, id: string): Promise<void> =>
      change(by, id, async (tx, row, at) => {
        await tx.update(rules).set({ deletedAt: at, updatedAt: at }).where(eq(rules.id, id));
        await recordActivity(tx, { ...by, action: 'rule.deleted', subject: row.name, at });
      }),

    restore: (by: By, id: string): Promise<StoredRule> =>
      change(
        by,
        id,
        async (tx, row, at) => {
          await assertRoom(tx, by.workspaceId);
          await tx.update(rules).set({ deletedAt: null, updatedAt: at }).where(eq(rules.id, id));
          await recordActivity(tx, { ...by, action: 'rule.restored', subject: row.name, at });
          return readOne(tx, id, at);
        },
        true,
      ),
  };
}
export type Rules = ReturnType<typeof createRules>;

/** @throws AppError plan_limit where the plan does not include a condition of the rule */
export async function assertInPlan(tx: Tx, rule: Says, at: Date): Promise<void> {
  assertIncluded(await workspacePlan(tx, at), rule);
}

/** @throws AppError plan_limit where the plan does not include a condition of the rule */
export function assertIncluded(
  { planId, entitlements }: Pick<WorkspacePlan, 'planId' | 'entitlements'>,
  rule: Says,
): void {
  const [condition, rearm] = conditionsOf(rule).map((each) => mayWatch(entitlements, each));
  if (condition === false)
    throw planLimit(planId, 'detection', 'This condition asks for advanced event detection.');
  if (rearm === false)
    throw planLimit(
      planId,
      'detection',
      'The condition after which the rule may speak again asks for advanced event detection.',
    );
}

/** @throws AppError validation_failed where bars of the rule's size cannot answer what it asks */
export function assertTimeframe(rule: Says & { timeframe: Timeframe }, field = 'condition'): void {
  for (const condition of conditionsOf(rule)) {
    const problem = timeframeProblem(condition, rule.timeframe);
    if (problem) throw new AppError('validation_failed', problem, { details: { field } });
  }
}

/** @throws AppError validation_failed where the condition can't be true on any bar, with what would mend it */
function assertCanBeTrue({ condition }: { condition: string }): void {
  const why = neverTrue(parseRule(condition));
  if (why !== null) throw new AppError('validation_failed', why, { details: { field: 'condition' } });
}

/** @throws AppError validation_failed where a message names a figure that the rule does not compare */
export function assertMessage(
  { condition, message }: { condition: string; message?: RuleMessage | null | undefined },
  field = 'message',
): void {
  const problem = message && messageProblem(message, figuresCompared(parseRule(condition)).length);
  if (problem)
    throw new AppError('validation_failed', problem.sentence, {
      details: { field: `${field}.${problem.field}` },
    });
}

/** @throws AppError validation_failed where so many more do not fit */
export async function assertRoom(tx: Tx, workspaceId: string, more = 1): Promise<void> {
  const limit = { of: 'rules', whose: workspaceId, max: RULES_MAX, more };
  if (!(await hasRoom(tx, limit, () => tx.$count(rules, isNull(rules.deletedAt)))))
    throw new AppError(
      'validation_failed',
      `A workspace has ${RULES_MAX.toLocaleString('en')} rules at most.`,
    );
}

async function targetOf(
  tx: Tx,
  workspaceId: string,
  { symbol, watchlistId }: { symbol?: string | undefined; watchlistId?: string | undefined },
): Promise<{ instrumentId: string | null; watchlistId: string | null }> {
  if (symbol !== undefined) {
    const ids = await idsOfSymbols(tx, workspaceId, [symbol]);
    return { instrumentId: ids.get(symbol.toUpperCase()) ?? null, watchlistId: null };
  }
  const [list] = await tx
    .select({ id: watchlists.id })
    .from(watchlists)
    .where(eq(watchlists.id, watchlistId ?? ''));
  if (!list)
    throw new AppError('validation_failed', 'There is no such watchlist.', {
      details: { field: 'watchlistId' },
    });
  return { instrumentId: null, watchlistId: list.id };
}

async function readOne(tx: Tx, id: string, now: Date): Promise<StoredRule> {
  const [rule] = await readRules(tx, [id], now);
  if (!rule) throw new AppError('not_found', NO_RULE);
  return rule;
}

/** In the order of the ids. */
async function readRules(tx: Tx, ids: readonly string[], now: Date): Promise<StoredRule[]> {
  if (ids.length === 0) return [];
  const { entitlements } = await workspacePlan(tx, now);
  const rows = await tx
    .select({
      rule: rules,
      symbol: instruments.symbol,
      list: watchlists.name,
      symbols: sql<number>`(select count(*)::int from watchlist_symbols s
        where s.workspace_id = ${rules.workspaceId} and s.watchlist_id = ${rules.watchlistId})`,
    })
    .from(rules)
    .leftJoin(instruments, eq(instruments.id, rules.instrumentId))
    .leftJoin(watchlists, eq(watchlists.id, rules.watchlistId))
    .where(sql`${rules.id} = any(${sql.param([...ids])}::uuid[])`);
  const byId = new Map(
    rows.flatMap((row) => {
      const rule = marketRow(row.rule);
      return rule ? [[rule.id, { ...row, rule }]] : [];
    }),
  );
  const found = [...byId.values()].map(({ rule }) => rule);
  const workspaceId = found[0]?.workspaceId;
  const warnings = workspaceId === undefined ? null : await warningsOf(tx, workspaceId, found);
  const routes = await routesOf(tx, ids);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [shownRule(row, entitlements, warnings?.get(id) ?? [], routes.get(id) ?? [])] : [];
  });
}

function shownRule(
  { rule, symbol, list, symbols }: { rule: Row; symbol: string | null; list: string | null; symbols: number },
  entitlements: Entitlements,
  warnings: RuleWarning[],
  routes: Route[],
): StoredRule {
  const condition = parseRule(rule.condition);
  return {
    id: rule.id,
    name: rule.name,
    condition: rule.condition,
    reading: readRule(condition),
    symbol,
    watchlist:
      rule.watchlistId === null || list === null ? null : { id: rule.watchlistId, name: list, symbols },
    timeframe: rule.timeframe,
    settings: rule.settings,
    message: rule.message,
    approval: rule.approval,
    routes,
    state: rule.state,
    version: rule.version,
    inPlan: conditionsOf(rule).every((each) => mayWatch(entitlements, each)),
    warnings,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
    deletedAt: rule.deletedAt?.toISOString() ?? null,
  };
}
