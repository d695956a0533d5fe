import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import {
  approvalPolicies,
  approvalPolicyVersions,
  clientApprovers,
  members,
  routes,
  rules,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import {
  type Policies,
  POLICY,
  type Policy,
  type PolicyChange,
  type PolicyContent,
  type PolicyForm,
  type PolicyVersion,
} from '#src/shared/approval.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { standardPolicies } from './standard.ts';
import { isCurrentVersion } from './current-version.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof approvalPolicies.$inferSelect;
type Whole = Row & { content: PolicyContent; usedBy: number };

/** The approval policies of a workspace, with every version of each. */
export function createPolicies({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<Policies> =>
      withTenant(app, workspaceId, async (tx) => ({
        standard: standardPolicies(),
        items: (await wholes(tx)).map(shown),
      })),

    read: (workspaceId: string, id: string): Promise<Policy> =>
      withTenant(app, workspaceId, async (tx) => shown(await wholeOf(tx, id))),

    make: (by: By, { name, content }: PolicyForm): Promise<Policy> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const inUse = () => tx.$count(approvalPolicies, isNull(approvalPolicies.deletedAt));
        if (!(await hasRoom(tx, { of: 'approval policies', whose: by.workspaceId, max: POLICY.max }, inUse)))
          throw new AppError(
            'validation_failed',
            `A workspace has ${POLICY.max} approval policies at most. Delete one first.`,
          );
        await assertFree(tx, name, null);
        await assertPeople(tx, content);
        const row = {
          workspaceId: by.workspaceId,
          id: newId(),
          name,
          version: 1,
          createdAt: at,
          updatedAt: at,
        };
        await tx.insert(approvalPolicies).values(row);
        await keepVersion(tx, by, { id: row.id, version: 1, content, at });
        await recordActivity(tx, { ...by, action: 'policy.made', subject: name, at });
        const made = shown({ ...row, deletedAt: null, content, usedBy: 0 });
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    change: (by: By, id: string, form: PolicyChange): Promise<Policy> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const row = await locked(tx, id);
        if (form.version !== undefined && form.version !== row.version)
          throw new AppError(
            'version_conflict',
            `Another person has saved version ${row.version}. Reload the page, then make your changes again.`,
          );
        if (form.name !== undefined && form.name !== row.name) {
          await assertFree(tx, form.name, id);
          await tx
            .update(approvalPolicies)
            .set({ name: form.name, updatedAt: at })
            .where(eq(approvalPolicies.id, id));
          const detail = { from: row.name };
          await recordActivity(tx, { ...by, action: 'policy.renamed', subject: form.name, detail, at });
        }
        if (form.content) {
          await assertPeople(tx, form.content);
          const version = row.version + 1;
          await tx
            .update(approvalPolicies)
            .set({ version, updatedAt: at })
            .where(eq(approvalPolicies.id, id));
          await keepVersion(tx, by, { id, version, content: form.content, at });
          const subject = form.name ?? row.name;
          await recordActivity(tx, { ...by, action: 'policy.changed', subject, detail: { version }, at });
        }
        return shown(await wholeOf(tx, id));
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const { name } = await locked(tx, id);
        const { usedBy } = await wholeOf(tx, id);
        if (usedBy > 0)
          throw new AppError(
            'validation_failed',
            `“${name}” is used by ${usedBy === 1 ? 'a rule' : `${usedBy} rules`}. Choose another policy for ${usedBy === 1 ? 'it' : 'them'} first.`,
          );
        await tx
          .update(approvalPolicies)
          .set({ deletedAt: at, updatedAt: at })
          .where(eq(approvalPolicies.id, id));
        await recordActivity(tx, { ...by, action: 'policy.deleted', subject: name, at });
      }),

    versions: (workspaceId: string, id: string): Promise<PolicyVersion[]> =>
      withTenant(app, workspaceId, async (tx) => {
        await wholeOf(tx, id);
        const rows = await tx
          .select()
          .from(approvalPolicyVersions)
          .where(eq(approvalPolicyVersions.policyId, id))
          .orderBy(desc(approvalPolicyVersions.version))
          .limit(VERSIONS_SHOWN);
        return rows.map(({ version, content, madeBy, createdAt }) => ({
          version,
          content,
          by: madeBy,
          at: createdAt.toISOString(),
        }));
      }),
  };
}

const VERSIONS_SHOWN = 100;

const shown = ({ id, name, version, content, usedBy, createdAt, updatedAt }: Whole): Policy => ({
  id,
  name,
  version,
  content,
  usedBy,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const noSuch = () => new AppError('not_found', 'There is no such approval policy.');

async function wholes(tx: Tx, id?: string): Promise<Whole[]> {
  const rows = await tx
    .select({
      row: approvalPolicies,
      content: approvalPolicyVersions.content,
      usedBy: sql<number>`(
        select count(*)::int from ${rules} u
         where u.workspace_id = ${approvalPolicies.workspaceId} and u.deleted_at is null
           and (u.approval = ${approvalPolicies.id}::text or exists (
             select 1 from ${routes} r where r.workspace_id = u.workspace_id and r.rule_id = u.id
                and r.approval = ${approvalPolicies.id}::text)))`,
    })
    .from(approvalPolicies)
    .innerJoin(approvalPolicyVersions, isCurrentVersion)
    .where(
      and(isNull(approvalPolicies.deletedAt), id === undefined ? undefined : eq(approvalPolicies.id, id)),
    )
    .orderBy(sql`lower(${approvalPolicies.name})`, approvalPolicies.id);
  return rows.map(({ row, ...rest }) => ({ ...row, ...rest }));
}

async function wholeOf(tx: Tx, id: string): Promise<Whole> {
  const [row] = await wholes(tx, id);
  if (!row) throw noSuch();
  return row;
}

async function locked(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(approvalPolicies)
    .where(and(eq(approvalPolicies.id, id), isNull(approvalPolicies.deletedAt)))
    .for('update');
  if (!row) throw noSuch();
  return row;
}

async function keepVersion(
  tx: Tx,
  { workspaceId, actor }: By,
  { id, version, content, at }: { id: string; version: number; content: PolicyContent; at: Date },
): Promise<void> {
  const madeBy = actor.name.slice(0, 320);
  await tx
    .insert(approvalPolicyVersions)
    .values({ workspaceId, policyId: id, version, content, madeBy, createdAt: at });
}

/** @throws AppError validation_failed where it names somebody who isn't a member, or too few to decide */
async function assertPeople(tx: Tx, { approvers, needs }: PolicyContent): Promise<void> {
  const team = await tx.select({ id: members.userId, role: members.role }).from(members);
  // Nobody else may decide at all.
  const mayDecide = new Set(team.filter(({ role }) => roleMay(role, 'alerts:approve')).map(({ id }) => id));
  if (approvers.people.some((id) => !mayDecide.has(id)))
    throw new AppError('validation_failed', 'Approvers are owners, admins and approvers of this workspace.', {
      details: { field: 'content.approvers.people' },
    });
  const invited = approvers.clients ? await tx.$count(clientApprovers, isNull(clientApprovers.removedAt)) : 0;
  if (approvers.clients === 'must' && invited === 0)
    throw new AppError('validation_failed', 'Invite a client approver for a brand first, under Approval.', {
      details: { field: 'content.approvers' },
    });
  const able =
    invited +
    team.filter(
      ({ id, role }) => approvers.people.includes(id) || approvers.roles.some((each) => each === role),
    ).length;
  if (able < needs)
    throw new AppError(
      'validation_failed',
      able === 0
        ? 'No one can approve under this policy yet. Add a role or a person, or invite a client approver.'
        : 'Only one person may approve under this policy, and it needs two.',
      { details: { field: 'content.approvers' } },
    );
}

/** @throws AppError name_taken */
async function assertFree(tx: Tx, name: string, id: string | null): Promise<void> {
  const taken = await tx.$count(
    approvalPolicies,
    and(
      sql`lower(${approvalPolicies.name}) = lower(${name})`,
      isNull(approvalPolicies.deletedAt),
      id === null ? undefined : ne(approvalPolicies.id, id),
    ),
  );
  if (taken > 0)
    throw new AppError('name_taken', `There already is a policy “${name}”. Choose another name.`);
}
