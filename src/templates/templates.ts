import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { routes, templates, templateVersions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import {
  type Template,
  TEMPLATE,
  type TemplateChange,
  type TemplateContent,
  type TemplateForm,
  type Templates,
  type TemplateVersion,
  type TemplateWithContent,
} from '#src/shared/templates.ts';
import { standardTemplates } from './standard-templates.ts';

export type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof templates.$inferSelect;
type Whole = Row & { content: TemplateContent; usedBy: number };

/** The templates of a workspace, with every version of each. */
export function createTemplates({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<Templates> =>
      withTenant(app, workspaceId, async (tx) => {
        const { entitlements } = await workspacePlan(tx, clock());
        const rows = await wholes(tx);
        return {
          standard: standardTemplates(),
          items: rows.map(shown),
          inPlan: entitlements.customTemplates,
        };
      }),

    read: (workspaceId: string, id: string): Promise<TemplateWithContent> =>
      withTenant(app, workspaceId, async (tx) => withContent(await wholeOf(tx, id))),

    make: (by: By, { name, content }: TemplateForm): Promise<TemplateWithContent> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        await assertPlan(tx, at);
        const inUse = () => tx.$count(templates, isNull(templates.deletedAt));
        if (!(await hasRoom(tx, { of: 'templates', whose: by.workspaceId, max: TEMPLATE.max }, inUse)))
          throw new AppError('validation_failed', 'A workspace has 100 templates at most. Delete one first.');
        await assertFree(tx, name, null);
        const row = {
          workspaceId: by.workspaceId,
          id: newId(),
          name,
          version: 1,
          createdAt: at,
          updatedAt: at,
        };
        await tx.insert(templates).values(row);
        await keepVersion(tx, by, { ...row, content, restored: null, at });
        await recordActivity(tx, { ...by, action: 'template.made', subject: name, at });
        const made = withContent({ ...row, deletedAt: null, content, usedBy: 0 });
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    change: (by: By, id: string, form: TemplateChange): Promise<TemplateWithContent> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        await assertPlan(tx, at);
        const row = await locked(tx, id);
        if (form.version !== undefined && form.version !== row.version)
          throw new AppError(
            'version_conflict',
            `Another person has saved version ${row.version}. Reload the page, then make your changes again.`,
          );
        if (form.name !== undefined && form.name !== row.name) {
          await assertFree(tx, form.name, id);
          await tx.update(templates).set({ name: form.name, updatedAt: at }).where(eq(templates.id, id));
          const detail = { from: row.name };
          await recordActivity(tx, { ...by, action: 'template.renamed', subject: form.name, detail, at });
        }
        if (form.content) await nextVersion(tx, by, row, { content: form.content, restored: null, at });
        return withContent(await wholeOf(tx, id));
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const { name } = await locked(tx, id);
        const { usedBy } = await wholeOf(tx, id);
        if (usedBy > 0)
          throw new AppError(
            'validation_failed',
            `“${name}” is used by ${usedBy === 1 ? 'a rule' : `${usedBy} rules`}. Choose another template for ${usedBy === 1 ? 'it' : 'them'} first.`,
          );
        await tx.update(templates).set({ deletedAt: at, updatedAt: at }).where(eq(templates.id, id));
        await recordActivity(tx, { ...by, action: 'template.deleted', subject: name, at });
      }),

    versions: (workspaceId: string, id: string): Promise<TemplateVersion[]> =>
      withTenant(app, workspaceId, async (tx) => {
        await wholeOf(tx, id);
        const rows = await tx
          .select()
          .from(templateVersions)
          .where(eq(templateVersions.templateId, id))
          .orderBy(desc(templateVersions.version))
          .limit(TEMPLATE.versionsMax);
        return rows.map(({ version, content, madeBy, restored, createdAt }) => ({
          version,
          content,
          by: madeBy,
          restored,
          at: createdAt.toISOString(),
        }));
      }),

    /** A version becomes the newest one again; those after it stay. */
    restore: (by: By, id: string, version: number): Promise<TemplateWithContent> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        await assertPlan(tx, at);
        const row = await locked(tx, id);
        const [old] = await tx
          .select({ content: templateVersions.content })
          .from(templateVersions)
          .where(and(eq(templateVersions.templateId, id), eq(templateVersions.version, version)));
        if (!old) throw new AppError('not_found', 'There is no such version.');
        await nextVersion(tx, by, row, { content: old.content, restored: version, at });
        return withContent(await wholeOf(tx, id));
      }),
  };
}

const shown = ({ id, name, version, content, usedBy, createdAt, updatedAt }: Whole): Template => ({
  id,
  name,
  version,
  style: content.style,
  hasSource: content.source !== null,
  usedBy,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
const withContent = (row: Whole): TemplateWithContent => ({ ...shown(row), content: row.content });

const noSuch = () => new AppError('not_found', 'There is no such template.');

async function wholes(tx: Tx, id?: string): Promise<Whole[]> {
  const rows = await tx
    .select({
      row: templates,
      content: templateVersions.content,
      usedBy: sql<number>`(select count(distinct r.rule_id)::int from ${routes} r
                            where r.workspace_id = ${templates.workspaceId} and r.template_id = ${templates.id})`,
    })
    .from(templates)
    .innerJoin(
      templateVersions,
      and(
        eq(templateVersions.workspaceId, templates.workspaceId),
        eq(templateVersions.templateId, templates.id),
        eq(templateVersions.version, templates.version),
      ),
    )
    .where(and(isNull(templates.deletedAt), id === undefined ? undefined : eq(templates.id, id)))
    .orderBy(sql`lower(${templates.name})`, templates.id);
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
    .from(templates)
    .where(and(eq(templates.id, id), isNull(templates.deletedAt)))
    .for('update');
  if (!row) throw noSuch();
  return row;
}

type NewContent = { content: TemplateContent; restored: number | null; at: Date };

async function nextVersion(tx: Tx, by: By, row: Row, { content, restored, at }: NewContent): Promise<void> {
  const version = row.version + 1;
  await tx.update(templates).set({ version, updatedAt: at }).where(eq(templates.id, row.id));
  await keepVersion(tx, by, { id: row.id, version, content, restored, at });
  const said =
    restored === null
      ? { action: 'template.changed' as const, detail: { version } }
      : { action: 'template.restored' as const, detail: { version: restored } };
  await recordActivity(tx, { ...by, ...said, subject: row.name, at });
}

async function keepVersion(
  tx: Tx,
  { workspaceId, actor }: By,
  { id, version, content, restored, at }: NewContent & { id: string; version: number },
): Promise<void> {
  const madeBy = actor.name.slice(0, 320);
  await tx
    .insert(templateVersions)
    .values({ workspaceId, templateId: id, version, content, madeBy, restored, createdAt: at });
}

/** @throws AppError plan_limit */
async function assertPlan(tx: Tx, now: Date): Promise<void> {
  const { planId, entitlements } = await workspacePlan(tx, now);
  if (!entitlements.customTemplates)
    throw planLimit(planId, 'customTemplates', 'Your plan doesn’t include your own templates.');
}

/** @throws AppError name_taken */
async function assertFree(tx: Tx, name: string, id: string | null): Promise<void> {
  const taken = await tx.$count(
    templates,
    and(
      sql`lower(${templates.name}) = lower(${name})`,
      isNull(templates.deletedAt),
      id === null ? undefined : ne(templates.id, id),
    ),
  );
  if (taken > 0)
    throw new AppError('name_taken', `There already is a template “${name}”. Choose another name.`);
}
