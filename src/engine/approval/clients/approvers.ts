import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { brands, clientApprovers } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import type { ActivityAction } from '#src/shared/activity.ts';
import {
  approverName,
  CLIENT_APPROVER,
  type ClientApprover,
  type ClientApproverForm,
} from '#src/shared/client-approvers.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { isMember } from '../policies/who-may.ts';
import type { ApproverRow } from './client-refusal.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type One = { brandId: string; id: string };
type Deps = { app: Database; clock: Clock; hashKey: Buffer; enqueue: EngineEnqueue };

const LIFETIME_MS = CLIENT_APPROVER.invitationDays * 86_400_000;
const DAY = 86_400;

/** Client approvers of a workspace's brands: invited here, and confirmed by the link in their email (`confirm.ts`). */
export function createClientApprovers({ app, clock, hashKey, enqueue }: Deps) {
  /** Changes one that wasn't removed, and notes it. */
  function change(
    by: By,
    one: One,
    action: ActivityAction,
    work: (tx: Tx, row: ApproverRow, now: Date) => Promise<ApproverRow>,
  ): Promise<ClientApprover> {
    return withTenant(app, by.workspaceId, async (tx) => {
      const now = clock();
      const row = await lockOne(tx, by.workspaceId, one);
      const after = await work(tx, row, now);
      await recordActivity(tx, { ...by, action, subject: approverName(row), at: now });
      return shown({ ...after, email: row.email }, now);
    });
  }

  return {
    /** @throws AppError not_found where there is no such brand */
    list: (workspaceId: string, brandId: string): Promise<ClientApprover[]> =>
      withTenant(app, workspaceId, async (tx) => {
        await brandOf(tx, brandId);
        const rows = await tx
          .select()
          .from(clientApprovers)
          .where(living(workspaceId, brandId))
          .orderBy(asc(sql`lower(${clientApprovers.name})`), asc(clientApprovers.id));
        const now = clock();
        return rows.map((row) => shown(row, now));
      }),

    /** @throws AppError not_found, already_invited, already_member, validation_failed, over_request_rate_limit */
    invite: (by: By, brandId: string, form: ClientApproverForm): Promise<ClientApprover> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        const brand = await brandOf(tx, brandId);
        const mine = living(workspaceId, brandId);
        const room = { of: 'client approvers', whose: brandId, max: CLIENT_APPROVER.perBrand };
        if (!(await hasRoom(tx, room, () => tx.$count(clientApprovers, mine))))
          throw new AppError(
            'validation_failed',
            `A brand has ${CLIENT_APPROVER.perBrand} client approvers at most. Remove one first.`,
          );
        const same = and(mine, eq(clientApprovers.email, form.email));
        if ((await tx.$count(clientApprovers, same)) > 0)
          throw new AppError(
            'already_invited',
            'This address is a client approver of the brand already. You can resend the invitation.',
          );
        if (await isMember(tx, { workspaceId, email: form.email }))
          throw new AppError(
            'already_member',
            'A member of the workspace has this address. Members approve in their own account.',
          );
        await countMail(tx, { workspaceId, email: form.email, again: false });
        const [row] = await tx
          .insert(clientApprovers)
          .values({ workspaceId, id: newId(), brandId, ...form, ...sentBy(by, now), createdAt: now })
          .returning();
        if (!row) throw new Error('The client approver was not stored.');
        await enqueue(tx, 'approval-mail', { kind: 'invitation', workspaceId, approverId: row.id });
        const detail = { brand: brand.name };
        await recordActivity(tx, {
          ...by,
          action: 'approver.invited',
          subject: approverName(row),
          detail,
          at: now,
        });
        const made = shown(row, now);
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    /** With a new link; the earlier one ends. @throws AppError not_found, validation_failed, over_request_rate_limit */
    resend: (by: By, one: One): Promise<ClientApprover> =>
      change(by, one, 'approver.resent', async (tx, row, now) => {
        if (row.confirmedAt !== null)
          throw new AppError('validation_failed', `${row.name} has confirmed already.`);
        const { workspaceId } = by;
        await countMail(tx, { workspaceId, email: row.email ?? '', again: true });
        await enqueue(tx, 'approval-mail', { kind: 'invitation', workspaceId, approverId: row.id });
        return update(tx, row, { tokenHash: null, ...sentBy(by, now) });
      }),

    /** Suspended, none of their links decides anything; what was sent works again afterwards. @throws AppError not_found */
    suspend: (by: By, one: One, suspended: boolean): Promise<ClientApprover> =>
      change(by, one, suspended ? 'approver.suspended' : 'approver.resumed', (tx, row, now) =>
        update(tx, row, { suspendedAt: suspended ? (row.suspendedAt ?? now) : null }),
      ),

    /** Their links end at once. The name and company stay with what they decided. @throws AppError not_found */
    remove: async (by: By, one: One): Promise<void> => {
      await change(by, one, 'approver.removed', (tx, row, now) =>
        update(tx, row, { removedAt: now, email: null, tokenHash: null }),
      );
    },
  };

  async function countMail(
    tx: Tx,
    { workspaceId, email, again }: { workspaceId: string; email: string; again: boolean },
  ): Promise<void> {
    const limits = [
      ...(again ? [{ scope: 'an approver again', key: `${workspaceId} ${email}`, max: 1, seconds: 60 }] : []),
      { scope: 'approvers of a workspace', key: workspaceId, max: CLIENT_APPROVER.mailsPerDay, seconds: DAY },
      { scope: 'approvers at an address', key: email, max: CLIENT_APPROVER.mailsPerAddress, seconds: DAY },
    ];
    try {
      await takeAllIn(tx, { clock, hashKey }, limits);
    } catch (error) {
      if (!(error instanceof UsedUp)) throw error;
      const { seconds } = error;
      throw new AppError(
        'over_request_rate_limit',
        seconds <= 60
          ? 'An email went to this address a moment ago. Try again in a minute.'
          : 'Too many invitations were sent today. Try again tomorrow.',
        { cause: error, details: { retry_after: seconds } },
      );
    }
  }
}
export type ClientApprovers = ReturnType<typeof createClientApprovers>;

const living = (workspaceId: string, brandId: string) =>
  and(
    eq(clientApprovers.workspaceId, workspaceId),
    eq(clientApprovers.brandId, brandId),
    isNull(clientApprovers.removedAt),
  );

const sentBy = ({ actor }: By, now: Date) => ({
  invitedBy: actor.name.slice(0, 320),
  invitedAt: now,
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
});

async function brandOf(tx: Tx, id: string): Promise<{ name: string }> {
  const [brand] = await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, id));
  if (!brand) throw new AppError('not_found', 'There is no such brand.');
  return brand;
}

async function lockOne(tx: Tx, workspaceId: string, { brandId, id }: One): Promise<ApproverRow> {
  const [row] = await tx
    .select()
    .from(clientApprovers)
    .where(and(living(workspaceId, brandId), eq(clientApprovers.id, id)))
    .for('update');
  if (!row) throw new AppError('not_found', 'There is no such client approver.');
  return row;
}

async function update(
  tx: Tx,
  { workspaceId, id }: ApproverRow,
  values: Partial<ApproverRow>,
): Promise<ApproverRow> {
  const [row] = await tx
    .update(clientApprovers)
    .set(values)
    .where(and(eq(clientApprovers.workspaceId, workspaceId), eq(clientApprovers.id, id)))
    .returning();
  if (!row) throw new Error('The client approver was not stored.');
  return row;
}

function shown(row: ApproverRow, now: Date): ClientApprover {
  const unconfirmed = row.expiresAt.getTime() <= now.getTime() ? 'expired' : 'invited';
  return {
    id: row.id,
    brandId: row.brandId,
    name: row.name,
    entity: row.entity,
    email: row.email ?? '',
    language: row.language,
    state: row.suspendedAt !== null ? 'suspended' : row.confirmedAt === null ? unconfirmed : 'active',
    invitedBy: row.invitedBy,
    invitedAt: row.invitedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}
