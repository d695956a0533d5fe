import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { alerts, brands, instruments, ledgerHoldLifts, ledgerHolds } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Hold, HoldForm } from '#src/shared/ledger-keeping.ts';
import { appendEntry } from './append.ts';
import { type LedgerActor, onRecordAs } from './people.ts';

type Row = typeof ledgerHolds.$inferSelect;
type Doing = { workspaceId: string; actor: LedgerActor; at: Date };

const DAY_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Every hold of the workspace, those that hold first, then the newest. */
export async function listHolds(tx: Tx): Promise<Hold[]> {
  const rows = await tx
    .select({ hold: ledgerHolds, lift: ledgerHoldLifts })
    .from(ledgerHolds)
    .leftJoin(
      ledgerHoldLifts,
      and(
        eq(ledgerHoldLifts.workspaceId, ledgerHolds.workspaceId),
        eq(ledgerHoldLifts.holdId, ledgerHolds.id),
      ),
    )
    .orderBy(sql`${ledgerHoldLifts.liftedAt} is not null`, desc(ledgerHolds.placedAt));
  const people = rows.flatMap(({ hold, lift }) => [hold.placedBy, ...(lift ? [lift.liftedBy] : [])]);
  const names = await actorNames(
    tx,
    people.map((id) => `user:${id}`),
  );
  const nameOf = (id: string): string => names.get(`user:${id}`) ?? 'a former member';
  const called = await Promise.all(rows.map(({ hold }) => nameOfTarget(tx, hold)));
  return rows.map(({ hold, lift }, n) => ({
    id: hold.id,
    scope: hold.scope,
    target: hold.target,
    name: called[n] ?? null,
    from: hold.fromAt?.toISOString().slice(0, 10) ?? null,
    to: hold.toAt ? new Date(hold.toAt.getTime() - DAY_MS).toISOString().slice(0, 10) : null,
    reason: hold.reason,
    by: nameOf(hold.placedBy),
    at: hold.placedAt.toISOString(),
    lifted: lift && { reason: lift.reason, by: nameOf(lift.liftedBy), at: lift.liftedAt.toISOString() },
  }));
}

/** Places a hold, in its transaction, which should end soon after: the end of the chain is locked. @throws AppError not_found for what it is to hold */
export async function placeHold(tx: Tx, { workspaceId, actor, at }: Doing, form: HoldForm): Promise<string> {
  const id = newId();
  const { scope, reason } = form;
  const target = form.target === undefined || scope === 'symbol' ? form.target : form.target.toLowerCase();
  const row: Row = {
    workspaceId,
    id,
    scope,
    target: target ?? null,
    fromAt: form.from === undefined ? null : new Date(form.from),
    // The last day is included.
    toAt: form.to === undefined ? null : new Date(Date.parse(form.to) + DAY_MS),
    reason,
    placedBy: actor.userId,
    placedAt: at,
  };
  if (scope !== 'ledger' && (await nameOfTarget(tx, row)) === null)
    throw new AppError('not_found', `There is no such ${scope}.`);
  await tx.insert(ledgerHolds).values(row);
  const by = await onRecordAs(tx, workspaceId, actor);
  const body = {
    act: 'placed',
    by,
    from: row.fromAt?.toISOString() ?? null,
    reason,
    scope,
    target: row.target,
    to: row.toAt?.toISOString() ?? null,
  };
  await appendEntry(tx, { kind: 'hold', subject: id, at, body });
  return id;
}

/** Ends a hold, in the same way. @throws AppError not_found, hold_lifted */
export async function liftHold(
  tx: Tx,
  { workspaceId, actor, at }: Doing,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const [hold] = await tx.select({ id: ledgerHolds.id }).from(ledgerHolds).where(eq(ledgerHolds.id, id));
  if (!hold) throw new AppError('not_found', 'There is no such hold.');
  const lifted = await tx
    .insert(ledgerHoldLifts)
    .values({ workspaceId, holdId: id, reason, liftedBy: actor.userId, liftedAt: at })
    .onConflictDoNothing()
    .returning({ id: ledgerHoldLifts.holdId });
  if (lifted.length === 0) throw new AppError('hold_lifted');
  const by = await onRecordAs(tx, workspaceId, actor);
  await appendEntry(tx, { kind: 'hold', subject: id, at, body: { act: 'lifted', by, reason } });
}

/** What people know the held thing by; null where it isn't there. */
async function nameOfTarget(tx: Tx, { scope, target }: Row): Promise<string | null> {
  if (scope === 'ledger' || target === null) return null;
  if (scope === 'symbol') {
    const [found] = await tx
      .select({ symbol: instruments.symbol })
      .from(instruments)
      .where(eq(instruments.symbol, target))
      .limit(1);
    if (found) return found.symbol;
    const [about] = await tx
      .select({ about: alerts.about })
      .from(alerts)
      .where(eq(alerts.about, target))
      .limit(1);
    return about?.about ?? null;
  }
  if (!UUID.test(target)) return null;
  if (scope === 'brand') {
    const [brand] = await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, target));
    return brand?.name ?? null;
  }
  const [alert] = await tx.select({ title: alerts.title }).from(alerts).where(eq(alerts.id, target));
  return alert ? (alert.title ?? 'an alert without a title') : null;
}
