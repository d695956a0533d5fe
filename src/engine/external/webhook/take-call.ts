import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { hookCalls, ruleHooks, rules } from '#src/db/schema.ts';
import { isKnownByMail } from '#src/db/queries/known-by-mail.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { type Clock, CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { HOOK, type HookCall } from '#src/shared/external/rules.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { fireExternalRule } from '../../events/fire-external-rule.ts';
import { readCall, type ReadCall } from './read-call.ts';
import { hashOfSecret, isSecret } from './secret.ts';

export type HookDeps = {
  app: Database;
  clock: Clock;
  enqueue: EngineEnqueue;
  announce: Announce;
  /** Counts one use of a limit. */
  count: (limit: {
    scope: string;
    key: string;
    max: number;
    seconds: number;
  }) => Promise<{ within: boolean; seconds: number }>;
};
type TakenCall = Pick<HookCall, 'outcome' | 'reason'>;
type Hook = typeof ruleHooks.$inferSelect;
/** `waits`: nobody in its workspace has confirmed an email address. */
type FoundHook = Hook & { waits: boolean };
/** `body` null: it was larger than is read, or no text. */
type Given = { type: string; body: string } | { type: string; body: null; reason: string };

const DAY_MS = 86_400_000;
/** Its sender waits three seconds for an answer; what takes longer is answered as a failure, and comes again. */
const STATEMENT_MS = 1_200;

/** The webhook that a secret opens, of whatever workspace; null where it opens none, whyever. */
export async function findHook(app: Database, secret: string): Promise<FoundHook | null> {
  if (!isSecret(secret)) return null;
  const hash = hashOfSecret(secret);
  return app.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('app.hook_hash', ${hash.toString('hex')}, true),
                 set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`,
    );
    const [hook] = await tx.select().from(ruleHooks).where(eq(ruleHooks.secretHash, hash));
    if (!hook) return null;
    await enterTenant(tx, hook.workspaceId);
    const [rule] = await tx
      .select({ deletedAt: rules.deletedAt })
      .from(rules)
      .where(eq(rules.id, hook.ruleId));
    if (rule?.deletedAt !== null) return null;
    return { ...hook, waits: !(await isKnownByMail(tx, hook.workspaceId, null)) };
  });
}

/** Counts a call. @throws AppError over_request_rate_limit, confirm_email_first */
export async function admitCall(deps: HookDeps, hook: FoundHook): Promise<void> {
  const limit = { scope: 'hook', key: hook.ruleId, max: HOOK.perMinute, seconds: 60 };
  const { within, seconds } = await deps.count(limit);
  if (!within)
    throw new AppError('over_request_rate_limit', `A webhook takes ${HOOK.perMinute} calls a minute.`, {
      details: { retry_after: seconds },
    });
  if (hook.waits)
    throw new AppError(
      'confirm_email_first',
      'This webhook accepts calls once the owner of its workspace has confirmed an email address.',
    );
}

/**
 * Takes a call: what came, the event, the draft of its alert and the job that writes it are one transaction; then it is
 * answered, and written and sent afterwards. A call is a repeat when its `event_id` has made an event of this rule before,
 * or when the same body came within the last half minute.
 */
export async function takeCall(deps: HookDeps, hook: Hook, given: Given): Promise<TakenCall> {
  const { workspaceId, ruleId } = hook;
  const read: ReadCall =
    given.body === null
      ? { ok: false, reason: given.reason }
      : readCall({ type: given.type, body: given.body });
  const now = deps.clock();
  const call = {
    workspaceId,
    id: newId(),
    ruleId,
    receivedAt: now,
    contentType: given.type.slice(0, 100),
    body: given.body ?? '',
    bodyHash: createHash('sha256')
      .update(`${given.type}\n${given.body ?? ''}`)
      .digest(),
    saidId: read.ok ? read.id : null,
  };
  const taken = await deps.app.transaction(async (tx) => {
    await enterTenant(tx, workspaceId);
    await tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`);
    // One call of a rule after the other, so that two alike at once are seen to be.
    const [held] = await tx.select().from(ruleHooks).where(eq(ruleHooks.ruleId, ruleId)).for('update');
    if (!held) throw new AppError('not_found');
    const result = read.ok ? await alertOf(tx, deps, { call, read }) : refused(read.reason);
    await tx.insert(hookCalls).values({ ...call, ...result });
    const column = result.outcome === 'quiet' ? 'accepted' : result.outcome;
    await tx
      .update(ruleHooks)
      .set({ [column]: sql`${ruleHooks[column]} + 1` })
      .where(eq(ruleHooks.ruleId, ruleId));
    await forgetOld(tx, ruleId, now);
    return result;
  });
  deps.announce(workspaceId, 'outside');
  if (taken.alertId !== null) deps.announce(workspaceId);
  return { outcome: taken.outcome, reason: taken.reason };
}

type Result = TakenCall & { alertId: string | null };
const refused = (reason: string): Result => ({ outcome: 'refused', reason, alertId: null });

async function alertOf(
  tx: Tx,
  { enqueue, clock }: HookDeps,
  { call, read }: { call: Omit<typeof hookCalls.$inferInsert, 'outcome'>; read: ReadCall & { ok: true } },
): Promise<Result> {
  const now = clock();
  if (read.id === null && (await cameJustNow(tx, call)))
    return {
      outcome: 'repeated',
      reason: `The same body came less than ${HOOK.repeatSeconds} seconds before.`,
      alertId: null,
    };
  const [rule] = await tx.select().from(rules).where(eq(rules.id, call.ruleId));
  if (!rule) throw new AppError('not_found');
  const attempt = await fireExternalRule(tx, enqueue, {
    rule,
    about: read.facts['ticker'] ?? rule.name,
    evidence: {
      said: {
        from: 'webhook',
        by: rule.name,
        at: call.receivedAt.toISOString(),
        type: call.contentType,
        body: call.body,
      },
      facts: read.facts,
      other: read.other,
    },
    key: read.id === null ? `call ${call.id}` : `event_id ${read.id}`,
    at: call.receivedAt,
    now,
  });
  if (attempt === 'known')
    return { outcome: 'repeated', reason: 'Its event_id has made an alert before.', alertId: null };
  return 'quiet' in attempt
    ? { outcome: 'quiet', reason: attempt.quiet, alertId: null }
    : { outcome: 'accepted', reason: null, alertId: attempt.alertId };
}

async function cameJustNow(
  tx: Tx,
  call: Pick<typeof hookCalls.$inferInsert, 'ruleId' | 'receivedAt' | 'bodyHash'>,
): Promise<boolean> {
  const [before] = await tx
    .select({ id: hookCalls.id })
    .from(hookCalls)
    .where(
      and(
        eq(hookCalls.ruleId, call.ruleId),
        eq(hookCalls.bodyHash, call.bodyHash),
        inArray(hookCalls.outcome, ['accepted', 'quiet']),
        gt(hookCalls.receivedAt, new Date(call.receivedAt.getTime() - HOOK.repeatSeconds * 1000)),
        lte(hookCalls.receivedAt, new Date(call.receivedAt.getTime() + CLOCK_SLACK_MS)),
      ),
    )
    .limit(1);
  return before !== undefined;
}

async function forgetOld(tx: Tx, ruleId: string, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - HOOK.keptDays * DAY_MS).toISOString();
  await tx.execute(sql`
    delete from hook_calls where rule_id = ${ruleId}::uuid and (received_at < ${oldest}::timestamptz or id in (
      select id from hook_calls where rule_id = ${ruleId}::uuid
       order by received_at desc, id desc offset ${HOOK.keptCalls}))`);
}
