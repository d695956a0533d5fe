import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { lockTeam, memberOf } from '#src/db/queries/team.ts';
import { deputyPeriods, members } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEPUTY, type DeputyForm, type DeputyPeriod } from '#src/shared/deputies.ts';
import { AppError } from '#src/shared/errors.ts';
import { momentIn } from '#src/shared/moment.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { readPeriod } from './period.ts';
import { runs } from './stand-ins.ts';

type By = { workspaceId: string; userId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof deputyPeriods.$inferSelect;

const NONE = 'There is no such absence.';
const isOpen = (now: Date) => and(isNull(deputyPeriods.endedAt), gt(deputyPeriods.endsAt, now));

/** When members are away, and who decides in their place. Periods that are over stay as history. */
export function createDeputies({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<DeputyPeriod[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const now = clock();
        const rows = await tx
          .select()
          .from(deputyPeriods)
          .where(eq(deputyPeriods.workspaceId, workspaceId))
          .orderBy(
            sql`(${isOpen(now)}) desc`,
            sql`case when ${isOpen(now)} then ${deputyPeriods.startsAt} end`,
            desc(deputyPeriods.endsAt),
            desc(deputyPeriods.id),
          )
          .limit(DEPUTY.listed);
        return shown(tx, rows, now);
      }),

    /**
     * A member says when they are away, or an owner or admin does for them. No two of a member's periods overlap, so that
     * a decision is in one person's place.
     * @throws AppError forbidden, validation_failed
     */
    set: (by: By, form: DeputyForm): Promise<DeputyPeriod> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        const { startsAt, endsAt } = readPeriod(form, now);
        // A role doesn't change, and no other period is entered, meanwhile.
        await lockTeam(tx, workspaceId);
        const userId = form.member ?? by.userId;
        await assertMayChange(tx, by, userId);
        const member = await decider(tx, workspaceId, userId, {
          field: 'member',
          says: 'Only owners, admins and approvers decide on alerts, so only they need a deputy.',
        });
        if (form.deputy === userId) throw invalid('deputy', 'Choose another person as deputy.');
        const deputy = await decider(tx, workspaceId, form.deputy, {
          field: 'deputy',
          says: 'A deputy is an owner, an admin or an approver of this workspace.',
        });
        await assertFree(tx, { workspaceId, userId, startsAt, endsAt }, now);
        const row = {
          workspaceId,
          id: newId(),
          userId,
          deputyId: form.deputy,
          startsAt,
          endsAt,
          timeZone: form.timeZone,
          endedAt: null,
          endedBecause: null,
          madeBy: by.actor.name.slice(0, 320),
          createdAt: now,
        };
        await tx.insert(deputyPeriods).values(row);
        const [from, until] = [momentIn(startsAt, form.timeZone), momentIn(endsAt, form.timeZone)];
        await recordActivity(tx, {
          ...by,
          action: 'deputy.set',
          subject: member.name,
          detail: { deputy: deputy.name, from, until },
          at: now,
        });
        if (form.deputy !== by.userId)
          await notifyMembers(tx, {
            workspaceId,
            kind: 'deputy_set',
            title: `You decide for ${member.name}`,
            text: `From ${from} to ${until}, where a policy names ${member.name}.`,
            link: '/review',
            at: now,
            onlyTo: form.deputy,
          });
        // Members must know who can decide in their name.
        if (userId !== by.userId)
          await notifyMembers(tx, {
            workspaceId,
            kind: 'deputy_set',
            title: `${deputy.name} decides for you`,
            text: `From ${from} to ${until}, where a policy names you. ${by.actor.name} entered it. If that’s wrong, end it.`,
            link: '/settings',
            at: now,
            onlyTo: userId,
          });
        const [made] = await shown(tx, [row], now);
        if (!made) throw new Error('The absence was not stored.');
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    /**
     * Ends it now, or cancels it before it begins. The one who is away, their deputy, and owners and admins may.
     * @throws AppError not_found, also where it is over; forbidden
     */
    end: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        await lockTeam(tx, workspaceId);
        const isIt = and(eq(deputyPeriods.workspaceId, workspaceId), eq(deputyPeriods.id, id));
        const [row] = await tx
          .select()
          .from(deputyPeriods)
          .where(and(isIt, isOpen(now)));
        if (!row) throw new AppError('not_found', NONE);
        if (row.deputyId !== by.userId) await assertMayChange(tx, by, row.userId);
        await tx.update(deputyPeriods).set({ endedAt: now, endedBecause: 'ended' }).where(isIt);
        const [was] = await shown(tx, [row], now);
        await recordActivity(tx, {
          ...by,
          action: 'deputy.ended',
          subject: was?.member.name ?? '',
          detail: { deputy: was?.deputy.name ?? '' },
          at: now,
        });
      }),
  };
}

const invalid = (field: string, sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field } });

/** @throws AppError forbidden if it's another member's and they don't manage the team */
async function assertMayChange(tx: Tx, { workspaceId, userId }: By, whose: string): Promise<void> {
  const asking = await memberOf(tx, workspaceId, userId);
  if (!asking || (whose !== userId && !roleMay(asking.role, 'team:manage'))) throw new AppError('forbidden');
}

/** @throws AppError validation_failed where it is no member who decides on alerts */
async function decider(
  tx: Tx,
  workspaceId: string,
  userId: string,
  { field, says }: { field: string; says: string },
): Promise<{ name: string }> {
  const member = await memberOf(tx, workspaceId, userId);
  if (!member || !roleMay(member.role, 'alerts:approve')) throw invalid(field, says);
  return member;
}

async function assertFree(
  tx: Tx,
  { workspaceId, userId, startsAt, endsAt }: Pick<Row, 'workspaceId' | 'userId' | 'startsAt' | 'endsAt'>,
  now: Date,
): Promise<void> {
  const mine = and(eq(deputyPeriods.workspaceId, workspaceId), eq(deputyPeriods.userId, userId), isOpen(now));
  const overlaps = and(mine, lt(deputyPeriods.startsAt, endsAt), gt(deputyPeriods.endsAt, startsAt));
  if ((await tx.$count(deputyPeriods, overlaps)) > 0)
    throw invalid(
      'from',
      'There is a deputy in that time already. End that absence first, or change the time.',
    );
  if ((await tx.$count(deputyPeriods, mine)) >= DEPUTY.openMax)
    throw invalid('from', `A member has ${DEPUTY.openMax} planned absences at most. End one first.`);
}

async function shown(tx: Tx, rows: readonly Row[], now: Date): Promise<DeputyPeriod[]> {
  const keys = rows.flatMap(({ userId, deputyId }) => [`user:${userId}`, `user:${deputyId ?? ''}`]);
  const ids = [...new Set(rows.flatMap(({ userId, deputyId }) => [userId, deputyId ?? []].flat()))];
  const names = await actorNames(
    tx,
    keys.filter((key) => key !== 'user:'),
  );
  const team = ids.length === 0 ? [] : await tx.select().from(members).where(inArray(members.userId, ids));
  const there = new Set(team.map(({ userId }) => userId));
  const away = new Set(
    (await tx.select({ id: deputyPeriods.userId }).from(deputyPeriods).where(runs(deputyPeriods, now))).map(
      ({ id }) => id,
    ),
  );
  const person = (id: string | null) =>
    id !== null && there.has(id)
      ? { userId: id, name: names.get(`user:${id}`) ?? FORMER }
      : { userId: null, name: FORMER };
  return rows.map((row) => {
    const isOver = row.endedAt !== null || row.endsAt <= now || row.deputyId === null;
    const state = isOver ? 'over' : row.startsAt <= now ? 'running' : 'planned';
    return {
      id: row.id,
      member: person(row.userId),
      deputy: person(row.deputyId),
      from: row.startsAt.toISOString(),
      until: (row.endedAt !== null && row.endedAt < row.endsAt ? row.endedAt : row.endsAt).toISOString(),
      timeZone: row.timeZone,
      state,
      ended: row.endedBecause ?? (row.deputyId === null && row.endsAt > now ? 'member' : null),
      skipped: state === 'running' && row.deputyId !== null && away.has(row.deputyId),
    };
  });
}

const FORMER = 'Former member';
