import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { isKnownByMail } from '#src/db/queries/known-by-mail.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { calendarSources, hookCalls, newsSources, ruleHooks, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  HOOK,
  type HookCall,
  EXTERNAL_RULES_MAX,
  type ExternalRule,
  type ExternalRuleChange,
  type ExternalRuleForm,
  type ExternalRuleMade,
  type ExternalTrigger,
} from '#src/shared/external/rules.ts';
import { EXTERNAL_KINDS } from '#src/shared/external/evidence.ts';
import type { Route } from '#src/shared/routes.ts';
import type { RuleLimits, RuleSettings } from '#src/shared/rules/settings.ts';
import { readExternalTrigger } from '#src/shared/external/read.ts';
import { hashOfSecret, hintOfSecret, hookAddress, newSecret } from './webhook/secret.ts';
import type { By } from '../changed-by.ts';
import { limitsOf } from '../frequency/external-limits.ts';
import { assertApproval } from '../routes/approvals.ts';
import { recordRoutes } from '../routes/record-routes.ts';
import { copyRoutes, putRoutes, routesOf } from '../routes/stored-routes.ts';

export type ExternalRuleDeps = { app: Database; clock: Clock; publicUrl: string };
type Row = { rule: typeof rules.$inferSelect; hook: typeof ruleHooks.$inferSelect | null };

const NONE = 'There is no such rule.';
const isExternal = inArray(rules.kind, EXTERNAL_KINDS);
const isThere = and(isExternal, isNull(rules.deletedAt));

/** Rules on external sources, as the account area and programs see them. */
export function createExternalRules({ app, clock, publicUrl }: ExternalRuleDeps) {
  const answerMade = async (
    tx: Tx,
    by: By,
    { id, secret }: { id: string; secret: string | null },
  ): Promise<ExternalRuleMade> => {
    const made = await showOne(tx, id);
    await recordActivity(tx, { ...by, action: 'rule.created', subject: made.name, at: clock() });
    await by.keepAnswer?.(tx, 201, made);
    return { ...made, address: secret === null ? null : hookAddress(publicUrl, secret) };
  };
  const inOne = <T>(
    by: By,
    id: string,
    work: (tx: Tx, row: Row, at: Date) => Promise<T>,
    deleted = false,
  ): Promise<T> =>
    withTenant(app, by.workspaceId, async (tx) => {
      await tx.select({ id: rules.id }).from(rules).where(eq(rules.id, id)).for('update');
      const row = await readOne(tx, id);
      if ((row.rule.deletedAt !== null) !== deleted) throw new AppError('not_found', NONE);
      return work(tx, row, clock());
    });
  return {
    list: (workspaceId: string, deleted: boolean): Promise<ExternalRule[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const those = deleted ? and(isExternal, isNotNull(rules.deletedAt)) : isThere;
        const rows = await select(tx)
          .where(those)
          .orderBy(desc(rules.createdAt), desc(rules.id))
          .limit(EXTERNAL_RULES_MAX);
        const known = await knownSources(tx);
        const routes = await routesOf(
          tx,
          rows.map(({ rule }) => rule.id),
        );
        return rows.map((row) => shown(row, known, routes.get(row.rule.id)));
      }),

    /** A deleted one as well, and so with what came to it. */
    one: (workspaceId: string, id: string): Promise<ExternalRule> =>
      withTenant(app, workspaceId, (tx) => showOne(tx, id)),

    /** A webhook is told its address here and never again. */
    make: (by: By, form: ExternalRuleForm): Promise<ExternalRuleMade> =>
      withTenant(app, by.workspaceId, async (tx) => {
        await assertRoom(tx, by.workspaceId);
        await assertSources(tx, form.outside);
        await assertApproval(tx, form.approval);
        const at = clock();
        const made = await makeExternalRule(tx, by, form, at);
        const approval = form.approval ?? 'auto';
        await putRoutes(tx, { workspaceId: by.workspaceId, id: made.id, approval }, form.routes ?? [], at);
        return answerMade(tx, by, made);
      }),

    /** The copy is paused; that of a webhook has an address of its own, told here. */
    duplicate: (by: By, id: string): Promise<ExternalRuleMade> =>
      inOne(by, id, async (tx, { rule }, at) => {
        await assertRoom(tx, by.workspaceId);
        const { outside, settings, approval } = rule;
        if (outside === null) throw new Error(`The rule ${id} listens to nothing.`);
        const name = `${rule.name.slice(0, 190)} (copy)`;
        const copy = { name, outside, settings: limitsOf(settings), approval, state: 'paused' as const };
        const made = await makeExternalRule(tx, by, copy, at);
        await copyRoutes(tx, rule, made.id, at);
        return answerMade(tx, by, made);
      }),

    change: (by: By, id: string, form: ExternalRuleChange): Promise<ExternalRule> =>
      inOne(by, id, async (tx, { rule }, at) => {
        if (form.outside && form.outside.kind !== rule.kind)
          throw new AppError('validation_failed', 'A rule does not change what it listens to. Make another.');
        // One that was removed since may stay.
        if (form.outside) await assertSources(tx, form.outside, rule.outside);
        await assertApproval(tx, form.approval, rule.approval);
        const { settings, routes, ...rest } = form;
        const change = { ...rest, ...(settings && { settings: settingsOf(settings) }) };
        const next = { ...rule, ...change };
        const isNew =
          !isDeepStrictEqual(next.outside, rule.outside) ||
          !isDeepStrictEqual(limitsOf(next.settings), limitsOf(rule.settings));
        await tx
          .update(rules)
          .set({
            ...change,
            version: rule.version + (isNew ? 1 : 0),
            ...((isNew || routes || next.approval !== rule.approval) && { changedBy: by.actor.userId }),
            updatedAt: at,
          })
          .where(eq(rules.id, id));
        const says = { ...by, subject: next.name, at };
        if (next.state !== rule.state)
          await recordActivity(tx, {
            ...says,
            action: next.state === 'active' ? 'rule.resumed' : 'rule.paused',
          });
        if (isNew || next.name !== rule.name || next.approval !== rule.approval)
          await recordActivity(tx, { ...says, action: 'rule.changed' });
        if (routes && (await putRoutes(tx, { ...rule, approval: next.approval }, routes, at)))
          await recordRoutes(tx, says, id);
        return showOne(tx, id);
      }),

    remove: (by: By, id: string): Promise<void> =>
      inOne(by, id, async (tx, { rule }, at) => {
        await tx.update(rules).set({ deletedAt: at, updatedAt: at }).where(eq(rules.id, id));
        await recordActivity(tx, { ...by, action: 'rule.deleted', subject: rule.name, at });
      }),

    /** A webhook's address opens again, unless a new one was made before. */
    restore: (by: By, id: string): Promise<ExternalRule> =>
      inOne(
        by,
        id,
        async (tx, { rule }, at) => {
          await assertRoom(tx, by.workspaceId);
          await tx.update(rules).set({ deletedAt: null, updatedAt: at }).where(eq(rules.id, id));
          await recordActivity(tx, { ...by, action: 'rule.restored', subject: rule.name, at });
          return showOne(tx, id);
        },
        true,
      ),

    /** A new secret; the one before opens nothing from now on. */
    rotate: (by: By, id: string): Promise<ExternalRuleMade> =>
      inOne(by, id, async (tx, { rule, hook }, at) => {
        if (!hook) throw new AppError('validation_failed', 'Only a webhook has an address.');
        await needConfirmed(tx, by);
        const secret = newSecret();
        await tx
          .update(ruleHooks)
          .set({ secretHash: hashOfSecret(secret), hint: hintOfSecret(secret), madeAt: at })
          .where(eq(ruleHooks.ruleId, id));
        await recordActivity(tx, { ...by, action: 'rule.secret_made', subject: rule.name, at });
        const made = await showOne(tx, id);
        await by.keepAnswer?.(tx, 200, made);
        return { ...made, address: hookAddress(publicUrl, secret) };
      }),

    calls: (workspaceId: string, id: string): Promise<HookCall[]> =>
      withTenant(app, workspaceId, async (tx) => {
        await readOne(tx, id);
        const rows = await tx
          .select()
          .from(hookCalls)
          .where(eq(hookCalls.ruleId, id))
          .orderBy(desc(hookCalls.receivedAt), desc(hookCalls.id))
          .limit(HOOK.keptCalls);
        return rows.map((row) => ({
          id: row.id,
          receivedAt: row.receivedAt.toISOString(),
          contentType: row.contentType,
          body: row.body,
          outcome: row.outcome,
          reason: row.reason,
          alertId: row.alertId,
        }));
      }),
  };
}

/** As it is stored: how often it may speak is about bars, and not asked. */
const settingsOf = (limits: RuleLimits): RuleSettings => ({ frequency: 'every_time', ...limits });

/** A webhook lets others make alerts, so its maker's address must be confirmed. @throws AppError confirm_email_first */
async function needConfirmed(tx: Tx, { workspaceId, actor }: By): Promise<void> {
  if (await isKnownByMail(tx, workspaceId, actor.userId)) return;
  throw new AppError('confirm_email_first', 'Confirm your email address first, then create webhooks.');
}

/** Makes a rule; `secret` opens the address of a webhook, and is kept nowhere. */
export async function makeExternalRule(
  tx: Tx,
  by: By,
  form: Omit<ExternalRuleForm, 'routes'>,
  at: Date,
): Promise<{ id: string; secret: string | null }> {
  if (form.outside.kind === 'webhook') await needConfirmed(tx, by);
  const id = newId();
  await tx.insert(rules).values({
    workspaceId: by.workspaceId,
    id,
    name: form.name,
    kind: form.outside.kind,
    outside: form.outside,
    settings: settingsOf(form.settings ?? {}),
    approval: form.approval ?? 'auto',
    changedBy: by.actor.userId,
    state: form.state ?? 'active',
    createdAt: at,
    updatedAt: at,
  });
  const secret = form.outside.kind === 'webhook' ? newSecret() : null;
  if (secret !== null)
    await tx.insert(ruleHooks).values({
      workspaceId: by.workspaceId,
      ruleId: id,
      secretHash: hashOfSecret(secret),
      hint: hintOfSecret(secret),
      madeAt: at,
    });
  return { id, secret };
}

const select = (tx: Tx) =>
  tx
    .select({ rule: rules, hook: ruleHooks })
    .from(rules)
    .leftJoin(ruleHooks, and(eq(ruleHooks.workspaceId, rules.workspaceId), eq(ruleHooks.ruleId, rules.id)));

/** @throws AppError validation_failed where so many more do not fit */
export async function assertRoom(tx: Tx, workspaceId: string, more = 1): Promise<void> {
  const limit = { of: 'external rules', whose: workspaceId, max: EXTERNAL_RULES_MAX, more };
  if (!(await hasRoom(tx, limit, () => tx.$count(rules, isThere))))
    throw new AppError('validation_failed', `A workspace has ${EXTERNAL_RULES_MAX} such rules at most.`);
}

async function readOne(tx: Tx, id: string): Promise<Row> {
  const [row] = await select(tx).where(and(eq(rules.id, id), isExternal));
  if (!row) throw new AppError('not_found', NONE);
  return row;
}

/**
 * A rule names sources that the workspace has, of its own kind; those of `before` are not asked for.
 * @throws AppError validation_failed
 */
async function assertSources(
  tx: Tx,
  outside: ExternalTrigger,
  before: ExternalTrigger | null = null,
): Promise<void> {
  const known = new Set(namedBy(before));
  const named = namedBy(outside).filter((id) => !known.has(id));
  if (named.length === 0) return;
  const table = outside.kind === 'news' ? newsSources : calendarSources;
  const rows = await tx.select({ id: table.id }).from(table).where(inArray(table.id, named));
  const found = new Set(rows.map(({ id }) => id));
  const missing = named.find((id) => !found.has(id));
  if (missing === undefined) return;
  const what = outside.kind === 'news' ? 'news source' : 'calendar';
  throw new AppError(
    'validation_failed',
    `This workspace has no ${what} ${missing}. Choose one under Feeds, or name none to listen to all.`,
  );
}

const namedBy = (outside: ExternalTrigger | null): readonly string[] =>
  outside === null || outside.kind === 'webhook' ? [] : outside.sources;

/** The ids of the sources that there are: rules may name others, which were removed. */
async function knownSources(tx: Tx): Promise<ReadonlySet<string>> {
  const news = await tx.select({ id: newsSources.id }).from(newsSources);
  const calendars = await tx.select({ id: calendarSources.id }).from(calendarSources);
  return new Set([...news, ...calendars].map(({ id }) => id));
}

const showOne = async (tx: Tx, id: string): Promise<ExternalRule> =>
  shown(await readOne(tx, id), await knownSources(tx), (await routesOf(tx, [id])).get(id));

function shown({ rule, hook }: Row, known: ReadonlySet<string>, routes: Route[] = []): ExternalRule {
  const { kind, outside } = rule;
  if (kind === 'market' || kind === 'composed' || outside === null)
    throw new Error(`The rule ${rule.id} listens to nothing.`);
  return {
    id: rule.id,
    kind,
    name: rule.name,
    outside,
    settings: limitsOf(rule.settings),
    reading: readExternalTrigger(outside, known, limitsOf(rule.settings)),
    approval: rule.approval,
    routes,
    state: rule.state,
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
    deletedAt: rule.deletedAt?.toISOString() ?? null,
    hook: hook && {
      hint: hook.hint,
      madeAt: hook.madeAt.toISOString(),
      accepted: hook.accepted,
      repeated: hook.repeated,
      refused: hook.refused,
    },
  };
}
