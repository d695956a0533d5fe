import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import type { KeepAnswer } from '#src/db/queries/activity.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { alertComments, alerts, members, users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordComment } from '#src/ledger/comment.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type Comment, COMMENT, type CommentForm, mentionsIn, partsOf } from '#src/shared/comments.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';

export type Commenter = {
  workspaceId: string;
  person: { userId: string; name: string; email: string };
  keepAnswer?: KeepAnswer;
};
type Row = typeof alertComments.$inferSelect;

const FORMER = 'Former member';
const HOUR_MS = 3_600_000;

/** What members write to each other about an alert. Recipients and client approvers never see it. */
export function createComments({ app, clock }: { app: Database; clock: Clock }) {
  return {
    /** The oldest first. @throws AppError not_found */
    list: (workspaceId: string, alertId: string): Promise<Comment[]> =>
      withTenant(app, workspaceId, async (tx) => {
        await alertOf(tx, workspaceId, alertId);
        return shown(tx, await commentsOf(tx, workspaceId, alertId));
      }),

    /**
     * Each person it mentions gets a notification, except its author.
     * @throws AppError not_found, validation_failed, over_request_rate_limit
     */
    write: (by: Commenter, alertId: string, { text }: CommentForm): Promise<Comment> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId, person } = by;
        const now = clock();
        const alert = await alertOf(tx, workspaceId, alertId);
        await assertRoom(tx, by, alertId, now);
        const mentioned = mentionsIn(text);
        await assertMembers(tx, workspaceId, mentioned);
        const row: Row = {
          workspaceId,
          id: newId(),
          alertId,
          authorId: person.userId,
          text,
          createdAt: now,
          withdrawnAt: null,
        };
        await tx.insert(alertComments).values(row);
        const [made] = await shown(tx, [row]);
        if (!made) throw new Error('The comment was not stored.');
        for (const onlyTo of mentioned.filter((userId) => userId !== person.userId))
          await notifyMembers(tx, {
            workspaceId,
            kind: 'mentioned',
            title: `${person.name} mentioned you`,
            text: `${alert.title ?? 'An alert'}: ${plainText(made)}`,
            link: `/alerts/${alertId}#comments`,
            at: now,
            onlyTo,
          });
        await by.keepAnswer?.(tx, 201, made);
        const names = new Map(
          made.parts.flatMap((part) =>
            'mention' in part && part.mention.userId !== null
              ? [[part.mention.userId, part.mention.name] as const]
              : [],
          ),
        );
        await recordComment(tx, {
          ...row,
          act: 'written',
          brandId: alert.brandId,
          by: person,
          names,
          at: now,
        });
        return made;
      }),

    /** Takes the text out of view. That it was there stays. @throws AppError not_found, forbidden */
    withdraw: (by: Commenter, alertId: string, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId, person } = by;
        const now = clock();
        const alert = await alertOf(tx, workspaceId, alertId);
        const isIt = and(
          eq(alertComments.workspaceId, workspaceId),
          eq(alertComments.alertId, alertId),
          eq(alertComments.id, id),
        );
        const [row] = await tx.select().from(alertComments).where(isIt).for('update');
        if (!row) throw new AppError('not_found', 'There is no such comment.');
        if (row.authorId !== person.userId)
          throw new AppError('forbidden', 'Only its author can withdraw a comment.');
        if (row.withdrawnAt !== null) return;
        await tx.update(alertComments).set({ text: null, withdrawnAt: now }).where(isIt);
        await recordComment(tx, {
          ...row,
          text: null,
          act: 'withdrawn',
          brandId: alert.brandId,
          by: person,
          names: new Map(),
          at: now,
        });
      }),
  };
}

async function alertOf(
  tx: Tx,
  workspaceId: string,
  alertId: string,
): Promise<{ title: string | null; brandId: string }> {
  const [alert] = await tx
    .select({ title: alerts.title, brandId: alerts.brandId })
    .from(alerts)
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  if (!alert) throw new AppError('not_found', 'There is no such alert.');
  return alert;
}

const commentsOf = (tx: Tx, workspaceId: string, alertId: string): Promise<Row[]> =>
  tx
    .select()
    .from(alertComments)
    .where(and(eq(alertComments.workspaceId, workspaceId), eq(alertComments.alertId, alertId)))
    .orderBy(asc(alertComments.createdAt), asc(alertComments.id));

async function assertRoom(
  tx: Tx,
  { workspaceId, person: { userId } }: Commenter,
  alertId: string,
  now: Date,
): Promise<void> {
  const here = and(eq(alertComments.workspaceId, workspaceId), eq(alertComments.alertId, alertId));
  const ofAlert = { of: 'comments', whose: alertId, max: COMMENT.perAlert };
  if (!(await hasRoom(tx, ofAlert, () => tx.$count(alertComments, here))))
    throw new AppError('validation_failed', `An alert has ${COMMENT.perAlert} comments at most.`);
  const lately = and(
    eq(alertComments.workspaceId, workspaceId),
    eq(alertComments.authorId, userId),
    gt(alertComments.createdAt, new Date(now.getTime() - HOUR_MS)),
  );
  const ofPerson = { of: 'comments of', whose: `${workspaceId} ${userId}`, max: COMMENT.perHour };
  if (!(await hasRoom(tx, ofPerson, () => tx.$count(alertComments, lately))))
    throw new AppError(
      'over_request_rate_limit',
      `You’ve written ${COMMENT.perHour} comments within an hour. Try again later.`,
      { details: { retry_after: HOUR_MS / 1_000 } },
    );
}

/** @throws AppError validation_failed if a mentioned person isn't a member */
async function assertMembers(tx: Tx, workspaceId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const found = await tx.$count(
    members,
    and(eq(members.workspaceId, workspaceId), inArray(members.userId, [...userIds])),
  );
  if (found < userIds.length)
    throw new AppError(
      'validation_failed',
      'A comment can only mention members of this workspace. Choose them from the list.',
      { details: { field: 'text' } },
    );
}

/** With the names of the moment. Who is no member anymore has none. */
async function shown(tx: Tx, rows: readonly Row[]): Promise<Comment[]> {
  const ids = new Set(
    rows.flatMap(({ authorId, text }) => [
      ...(authorId === null ? [] : [authorId]),
      ...mentionsIn(text ?? ''),
    ]),
  );
  const team =
    ids.size === 0
      ? []
      : await tx
          .select({ id: users.id, email: users.email, userMetadata: users.userMetadata })
          .from(members)
          .innerJoin(users, eq(users.id, members.userId))
          .where(inArray(members.userId, [...ids]));
  const names = new Map(team.map((user) => [user.id, nameOfUser(user)]));
  const person = (id: string | null) => {
    const name = id === null ? undefined : names.get(id);
    return name === undefined ? { userId: null, name: FORMER } : { userId: id, name };
  };
  return rows.map(({ id, authorId, text, createdAt, withdrawnAt }) => ({
    id,
    author: person(authorId),
    parts: partsOf(text ?? '').map((part) => ('text' in part ? part : { mention: person(part.mention) })),
    at: createdAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }));
}

const plainText = ({ parts }: Comment): string =>
  parts.map((part) => ('text' in part ? part.text : `@${part.mention.name}`)).join('');
