import { and, eq, gt, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '#src/db/database.ts';
import { deputyPeriods, members } from '#src/db/schema.ts';
import { PERMISSIONS, type Role } from '#src/shared/permissions.ts';

/** Somebody who is away, for whom a member decides until then. */
export type Absent = { userId: string; role: Role; until: Date };

const others = alias(deputyPeriods, 'others');

/**
 * For whom a member decides at a moment, those who have been away longest first. Nobody's while the member is away too:
 * a deputy has no deputy. Only for those who are still members with a role that decides.
 */
export async function absentFor(
  tx: Pick<Tx, 'select'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  now: Date,
): Promise<Absent[]> {
  const isAway = tx
    .select({ one: sql`1` })
    .from(others)
    .where(and(eq(others.workspaceId, workspaceId), eq(others.userId, userId), runs(others, now)));
  return tx
    .select({ userId: deputyPeriods.userId, role: members.role, until: deputyPeriods.endsAt })
    .from(deputyPeriods)
    .innerJoin(
      members,
      and(eq(members.workspaceId, deputyPeriods.workspaceId), eq(members.userId, deputyPeriods.userId)),
    )
    .where(
      and(
        eq(deputyPeriods.workspaceId, workspaceId),
        eq(deputyPeriods.deputyId, userId),
        runs(deputyPeriods, now),
        inArray(members.role, [...PERMISSIONS['alerts:approve']]),
        notExists(isAway),
      ),
    )
    .orderBy(deputyPeriods.startsAt, deputyPeriods.id);
}

/** Those who decide for owners who are away: who is asked once an alert escalates. */
export async function deputiesOfOwners(
  tx: Pick<Tx, 'select' | 'selectDistinct'>,
  workspaceId: string,
  now: Date,
): Promise<string[]> {
  const owner = alias(members, 'owner');
  const rows = await tx
    .selectDistinct({ userId: members.userId })
    .from(deputyPeriods)
    .innerJoin(
      owner,
      and(
        eq(owner.workspaceId, deputyPeriods.workspaceId),
        eq(owner.userId, deputyPeriods.userId),
        inArray(owner.role, [...PERMISSIONS['team:owners']]),
      ),
    )
    .innerJoin(
      members,
      and(eq(members.workspaceId, deputyPeriods.workspaceId), eq(members.userId, deputyPeriods.deputyId)),
    )
    .where(
      and(
        eq(deputyPeriods.workspaceId, workspaceId),
        runs(deputyPeriods, now),
        inArray(members.role, [...PERMISSIONS['alerts:approve']]),
        // Owners are asked anyway.
        sql`${members.role} <> 'owner'`,
        notExists(
          tx
            .select({ one: sql`1` })
            .from(others)
            .where(
              and(
                eq(others.workspaceId, workspaceId),
                eq(others.userId, deputyPeriods.deputyId),
                runs(others, now),
              ),
            ),
        ),
      ),
    );
  return rows.map(({ userId }) => userId);
}

/** Whether a period runs at a moment. */
export const runs = (period: typeof deputyPeriods | typeof others, now: Date) =>
  and(lte(period.startsAt, now), gt(period.endsAt, now), isNull(period.endedAt));
