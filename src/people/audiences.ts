import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { countAudience, listAudiences } from '#src/db/queries/audiences.ts';
import { audienceContacts, audiences } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { violates } from '#src/db/violates.ts';
import type { Budget } from '#src/shared/attention.ts';
import {
  type Audience,
  type AudienceChange,
  type AudienceDetail,
  type AudienceFilter,
  type AudienceForm,
  AUDIENCES_MAX,
  type ListChange,
} from '#src/shared/audiences.ts';
import { AppError } from '#src/shared/errors.ts';
import { someNames } from '#src/shared/names.ts';
import { livingOf } from './contacts.ts';
import type { By, PeopleDeps } from './deps.ts';

const NONE = 'There is no such audience.';
const RULES_NAMED = 3;

/** Lists, filters and the members: named sets of contacts that rules send to. */
export function createAudiences({ app, clock }: PeopleDeps) {
  const here = <T>(workspaceId: string, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
    withTenant(app, workspaceId, (tx) => work(tx, clock()));

  return {
    list: (workspaceId: string): Promise<{ items: Audience[] }> =>
      here(workspaceId, async (tx) => ({ items: await listAudiences(tx) })),

    one: (workspaceId: string, id: string): Promise<AudienceDetail> =>
      here(workspaceId, (tx, at) => detailOf(tx, id, at)),

    count: (workspaceId: string, filter: AudienceFilter): Promise<{ contacts: number }> =>
      here(workspaceId, async (tx, at) => ({
        contacts: await countAudience(tx, { id: newId(), kind: 'filter', filter }, at),
      })),

    create: (by: By, form: AudienceForm): Promise<AudienceDetail> =>
      named(form.name, () =>
        here(by.workspaceId, async (tx, at) => {
          const limit = { of: 'audiences', whose: by.workspaceId, max: AUDIENCES_MAX };
          const there = () => tx.$count(audiences, isNull(audiences.deletedAt));
          if (!(await hasRoom(tx, limit, there)))
            throw new AppError('validation_failed', `A workspace has ${AUDIENCES_MAX} audiences at most.`);
          const id = newId();
          await tx.insert(audiences).values({
            workspaceId: by.workspaceId,
            id,
            name: form.name,
            kind: form.filter ? 'filter' : 'list',
            filter: form.filter ?? null,
            ...budgetColumns(form.budget ?? null),
            groupMinutes: form.groupMinutes ?? null,
            createdAt: at,
            updatedAt: at,
          });
          await recordActivity(tx, { ...by, action: 'audience.created', subject: form.name, at });
          const made = await detailOf(tx, id, at);
          await by.keepAnswer?.(tx, 201, made);
          return made;
        }),
      ),

    change: (by: By, id: string, form: AudienceChange): Promise<AudienceDetail> =>
      named(form.name ?? '', () =>
        here(by.workspaceId, async (tx, at) => {
          const isAttentionAlone = form.name === undefined && form.filter === undefined;
          const before = await own(tx, id, { orMembers: isAttentionAlone });
          if (form.filter && before.kind !== 'filter')
            throw new AppError('validation_failed', `“${before.name}” is a list and has no filter.`, {
              details: { field: 'filter' },
            });
          await tx
            .update(audiences)
            .set({
              name: form.name ?? before.name,
              filter: form.filter ?? before.filter,
              ...(form.budget !== undefined && budgetColumns(form.budget)),
              ...(form.groupMinutes !== undefined && { groupMinutes: form.groupMinutes }),
              updatedAt: at,
            })
            .where(eq(audiences.id, id));
          const after = await detailOf(tx, id, at);
          await recordActivity(tx, { ...by, action: 'audience.changed', subject: after.name, at });
          return after;
        }),
      ),

    /** Not while a rule sends to it. */
    remove: (by: By, id: string): Promise<void> =>
      here(by.workspaceId, async (tx, at) => {
        const { name, rules } = await own(tx, id);
        const names = rules.map((rule) => rule.name);
        if (names.length > 0)
          throw new AppError(
            'audience_in_use',
            `${someNames(names, RULES_NAMED)} ${names.length === 1 ? 'sends' : 'send'} to “${name}”. Choose another audience there first.`,
            { details: { rules: names } },
          );
        await tx.update(audiences).set({ deletedAt: at, updatedAt: at }).where(eq(audiences.id, id));
        await tx.delete(audienceContacts).where(eq(audienceContacts.audienceId, id));
        await recordActivity(tx, { ...by, action: 'audience.deleted', subject: name, at });
      }),

    setContacts: (by: By, id: string, { add = [], remove = [] }: ListChange): Promise<AudienceDetail> =>
      here(by.workspaceId, async (tx, at) => {
        const list = await own(tx, id);
        if (list.kind !== 'list')
          throw new AppError(
            'validation_failed',
            `“${list.name}” is a filter. Change its conditions instead.`,
          );
        if (remove.length > 0)
          await tx
            .delete(audienceContacts)
            .where(and(eq(audienceContacts.audienceId, id), inArray(audienceContacts.contactId, remove)));
        const living = await livingOf(tx, add);
        if (living.length > 0)
          await tx
            .insert(audienceContacts)
            .values(
              living.map((contactId) => ({
                workspaceId: by.workspaceId,
                audienceId: id,
                contactId,
                addedAt: at,
              })),
            )
            .onConflictDoNothing();
        const after = await detailOf(tx, id, at);
        await by.keepAnswer?.(tx, 200, after);
        return after;
      }),
  };
}
export type Audiences = ReturnType<typeof createAudiences>;

async function detailOf(tx: Tx, id: string, now: Date): Promise<AudienceDetail> {
  const [audience] = await listAudiences(tx, eq(audiences.id, id));
  if (!audience) throw new AppError('not_found', NONE);
  return { ...audience, contacts: await countAudience(tx, audience, now) };
}

const budgetColumns = (budget: Budget | null) => ({
  mostPerHour: budget?.perHour ?? null,
  mostPerDay: budget?.perDay ?? null,
  budgetTimeZone: budget?.timeZone ?? null,
});

/** One that may be changed; locked to the end of the transaction. Of the members, only how much they get. */
async function own(tx: Tx, id: string, { orMembers = false } = {}): Promise<Audience> {
  await tx.execute(sql`select from audiences where id = ${id}::uuid for update`);
  const [audience] = await listAudiences(tx, eq(audiences.id, id));
  if (!audience) throw new AppError('not_found', NONE);
  if (audience.kind === 'members' && !orMembers)
    throw new AppError('validation_failed', '“Members” is built in and follows the team.');
  return audience;
}

async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'audiences_name'))
      throw new AppError('name_taken', `There already is an audience “${name}”.`, { cause: error });
    throw error;
  }
}
