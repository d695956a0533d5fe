import { asc, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { operatorAccounts, operatorSeesWorkspace, recordOperator } from '#src/db/queries/operator.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { setPlanByHand } from '#src/db/queries/plan-by-hand.ts';
import { members, subscriptions, users, workspaces } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  ACCOUNTS_MAX,
  type OperatorAccount,
  type OperatorWorkspace,
  planFormSchema,
} from '#src/shared/operator.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { readPayload } from '../functions/body.ts';
import type { OperatorEnv } from './guard.ts';
import { iso, nameFrom } from './page.ts';
import type { OperatorDeps } from './deps.ts';
import { idOf } from '../api/path-id.ts';
import { OPERATOR } from './contract.ts';
import type { OperatorRoute } from './route.ts';

const WORDS_MAX = 320;
/** No trial ends later than this. */
const TRIAL_MAX_MS = 366 * 86_400_000;

/** Who has an account, in which workspaces, on what plan; and the plan, which is sold by hand too. */
export function addAccountRoutes(
  route: OperatorRoute,
  deps: Pick<OperatorDeps, 'app' | 'clock' | 'announce'>,
): void {
  const inside = <T>(
    c: Context<OperatorEnv>,
    work: (tx: Tx, workspaceId: string) => Promise<T>,
  ): Promise<T> => {
    const workspaceId = idOf(c);
    return deps.app.transaction(async (tx) => {
      if (!(await operatorSeesWorkspace(tx, c.get('session'), workspaceId))) throw new AppError('not_found');
      await enterTenant(tx, workspaceId);
      return work(tx, workspaceId);
    });
  };

  route(OPERATOR.accounts, async (c) => {
    const words = (c.req.query('words') ?? '').trim().slice(0, WORDS_MAX);
    const rows = await operatorAccounts(deps.app, c.get('session'), words, ACCOUNTS_MAX);
    const items = rows.map((row): OperatorAccount => ({
      userId: row.user_id,
      email: row.email,
      name: nameFrom(row),
      confirmed: row.confirmed,
      secondFactor: row.second_factor,
      createdAt: row.created_at.toISOString(),
      lastSignInAt: iso(row.last_sign_in_at),
      workspace:
        row.workspace_id && row.role
          ? {
              id: row.workspace_id,
              name: row.workspace_name ?? '',
              role: row.role,
              plan: row.plan,
              status: row.status,
              trialEndsAt: iso(row.trial_ends_at),
              members: row.members ?? 0,
            }
          : null,
    }));
    return c.json({ items });
  });

  route(OPERATOR.workspace, async (c) => c.json(await inside(c, (tx) => show(tx, deps.clock()))));

  route(OPERATOR.setPlan, async (c) => {
    const form = await readPayload(c, planFormSchema);
    const at = deps.clock();
    const trialEndsAt = form.trialEndsAt === null ? null : new Date(form.trialEndsAt);
    if (trialEndsAt && (trialEndsAt <= at || trialEndsAt.getTime() > at.getTime() + TRIAL_MAX_MS)) {
      throw new AppError('validation_failed', 'A trial ends in the future, within a year.');
    }
    const answer = await inside(c, async (tx, workspaceId) => {
      const set = await setPlanByHand(tx, { planId: form.planId, trialEndsAt, at });
      if (set === 'none') throw new AppError('not_found', 'This workspace has no subscription.');
      if (set === 'paid') throw new AppError('paid_by_provider');
      const shown = await show(tx, at);
      const detail = { from: set.from, to: set.to, trial_ends_at: iso(trialEndsAt) };
      await recordActivity(tx, {
        workspaceId,
        actor: { kind: 'operator', userId: null, name: `The ${siteConfig.name} team` },
        action: 'plan.set',
        subject: set.to,
        detail,
        at,
      });
      await recordOperator(tx, c.get('session'), {
        action: 'plan.set',
        subject: shown.name,
        detail: { ...detail, reason: form.reason, workspace: workspaceId },
        at,
      });
      return shown;
    });
    deps.announce(answer.id, 'account');
    return c.json(answer);
  });
}

/** The workspace in sight. */
async function show(tx: Tx, now: Date): Promise<OperatorWorkspace> {
  const [workspace] = await tx.select().from(workspaces);
  if (!workspace) throw new AppError('not_found');
  const [subscription] = await tx.select().from(subscriptions).limit(1);
  const { planId, standing, ends } = await workspacePlan(tx, now);
  const people = await tx
    .select({ user: users, role: members.role, since: members.createdAt })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.workspaceId, workspace.id))
    .orderBy(asc(members.createdAt));
  const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    id: workspace.id,
    name: workspace.name,
    accountType: workspace.accountType,
    createdAt: workspace.createdAt.toISOString(),
    planId,
    plan: subscription?.plan ?? null,
    status: subscription?.status ?? null,
    standing,
    ends: iso(ends),
    trialEndsAt: iso(subscription?.trialEndsAt ?? null),
    members: people.map(({ user: { email, userMetadata, lastSignInAt }, role, since }) => ({
      email,
      name: nameFrom({
        email,
        first_name: word(userMetadata['first_name']),
        last_name: word(userMetadata['last_name']),
      }),
      role,
      lastSignInAt: iso(lastSignInAt),
      createdAt: since.toISOString(),
    })),
  };
}
