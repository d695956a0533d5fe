import { and, asc, eq, gt, isNull, not, or } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { alerts, audiences, brands, fanOuts, rules, sendingHours } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  clockHours,
  type HoursScope,
  type MarketHours,
  type SendingHours,
  type SendingHoursForm,
} from '#src/shared/sending-hours.ts';
import type { By } from '../../changed-by.ts';
import { nextWithin } from '../../timing/sending-hours.ts';
import { hoursOf, type HoursRow, isOfUrgentRule, lockHours, openingIn, sessionOfAlert } from './openings.ts';

const NONE = 'There are no such hours.';
const ORDER: Readonly<Record<HoursScope, number>> = { workspace: 0, brand: 1, audience: 2 };

/** The hours in which alerts go out. What is approved outside of them waits. */
export function createSendingHours({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<{ items: SendingHours[] }> =>
      withTenant(app, workspaceId, async (tx) => ({ items: await listed(tx, workspaceId, clock()) })),

    /** Those that there are already are replaced. @throws AppError not_found, validation_failed */
    set: (by: By, form: SendingHoursForm): Promise<SendingHours> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        const { scope, market = null, late } = form;
        const { days = null, from: opens = null, to: closes = null, timeZone = null } = form;
        await lockHours(tx, workspaceId);
        const target = form.target ?? workspaceId;
        const name = await nameOf(tx, scope, target);
        if (name === null) throw new AppError('not_found', `There is no such ${scope}.`);
        const row = { scope, target, market, days, opens, closes, timeZone, late, updatedAt: now };
        assertMeets(form, await listed(tx, workspaceId, now), now);
        await tx
          .insert(sendingHours)
          .values({ workspaceId, id: newId(), ...row })
          .onConflictDoUpdate({
            target: [sendingHours.workspaceId, sendingHours.scope, sendingHours.target],
            set: row,
          });
        await openAnew(tx, workspaceId, now);
        await recordActivity(tx, {
          ...by,
          action: 'sending_hours.set',
          subject: subjectOf(scope, name),
          detail: {
            hours: `${whenOf(form)}${late === 'digest' ? '; what lapses is past news in a digest' : ''}`,
          },
          at: now,
        });
        const made = (await listed(tx, workspaceId, now)).find(
          (each) => each.scope === scope && (each.target ?? workspaceId) === target,
        );
        if (!made) throw new Error('The hours were not stored.');
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    /** @throws AppError not_found */
    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        await lockHours(tx, workspaceId);
        const was = (await listed(tx, workspaceId, now)).find((each) => each.id === id);
        if (!was) throw new AppError('not_found', NONE);
        await tx
          .delete(sendingHours)
          .where(and(eq(sendingHours.workspaceId, workspaceId), eq(sendingHours.id, id)));
        await openAnew(tx, workspaceId, now);
        const subject = subjectOf(was.scope, was.name);
        await recordActivity(tx, { ...by, action: 'sending_hours.removed', subject, at: now });
      }),
  };
}

const subjectOf = (scope: HoursScope, name: string): string =>
  scope === 'workspace' ? 'the workspace' : `the ${scope} “${name}”`;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const daysOf = (days: readonly number[]): string => days.map((day) => DAYS[day - 1] ?? '').join(', ');
const MARKET: Readonly<Record<MarketHours, string>> = {
  regular: 'while the market trades, in its regular session',
  extended: 'while the market trades, with pre-market and after-hours',
};

function whenOf(form: SendingHoursForm): string {
  if (form.market) return MARKET[form.market];
  const { from, to, timeZone, days } = clockHours(form) ?? {};
  return `${from} to ${to} (${timeZone}) on ${daysOf(days ?? [])}`;
}

async function listed(tx: Tx, workspaceId: string, now: Date): Promise<SendingHours[]> {
  const rows = await tx
    .select({ hours: sendingHours, brand: brands.name, audience: audiences.name })
    .from(sendingHours)
    .leftJoin(
      brands,
      and(eq(brands.workspaceId, sendingHours.workspaceId), eq(brands.id, sendingHours.target)),
    )
    .leftJoin(
      audiences,
      and(
        eq(audiences.workspaceId, sendingHours.workspaceId),
        eq(audiences.id, sendingHours.target),
        isNull(audiences.deletedAt),
      ),
    )
    .where(eq(sendingHours.workspaceId, workspaceId))
    .orderBy(asc(brands.name), asc(audiences.name), asc(sendingHours.id));
  return rows
    .flatMap(({ hours, brand, audience }) => {
      const name = { workspace: '', brand, audience }[hours.scope];
      // The audience was deleted: nothing goes to it any more.
      return name === null ? [] : [shown(hours, name, now)];
    })
    .toSorted((one, other) => ORDER[one.scope] - ORDER[other.scope]);
}

function shown(row: HoursRow, name: string, now: Date): SendingHours {
  const { days, opens, closes, timeZone, market } = row;
  const hours = hoursOf(row);
  const opening = hours && nextWithin([hours], now);
  return {
    id: row.id,
    scope: row.scope,
    target: row.scope === 'workspace' ? null : row.target,
    name,
    market,
    days,
    from: opens,
    to: closes,
    timeZone,
    late: row.late,
    opensAt: opening !== null && opening.at > now ? opening.at.toISOString() : null,
  };
}

async function nameOf(tx: Tx, scope: HoursScope, target: string): Promise<string | null> {
  if (scope === 'workspace') return '';
  if (scope === 'brand') {
    const [brand] = await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, target));
    return brand?.name ?? null;
  }
  const [audience] = await tx
    .select({ name: audiences.name })
    .from(audiences)
    .where(and(eq(audiences.id, target), isNull(audiences.deletedAt)));
  return audience?.name ?? null;
}

/** @throws AppError validation_failed where an alert could wait for two that never meet */
function assertMeets(form: SendingHoursForm, others: readonly SendingHours[], now: Date): void {
  const mine = clockHours(form);
  const apart = others.find((other) => {
    const theirs = clockHours(other);
    return other.scope !== form.scope && mine && theirs && nextWithin([mine, theirs], now) === null;
  });
  if (apart)
    throw new AppError(
      'validation_failed',
      `These hours never overlap with those of ${subjectOf(apart.scope, apart.name)}, so an alert that both apply to could never be sent. Choose hours that overlap.`,
      { details: { field: 'from' } },
    );
}

/** What waits goes by the hours of now. What needn't wait any more is found by the next sweep. */
async function openAnew(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const rows = await tx.select().from(sendingHours).where(eq(sendingHours.workspaceId, workspaceId));
  const waiting = await tx
    .select({
      id: fanOuts.id,
      audienceId: fanOuts.audienceId,
      opensAt: fanOuts.opensAt,
      marketZone: fanOuts.marketZone,
      late: fanOuts.late,
      embargoUntil: fanOuts.embargoUntil,
      brandId: alerts.brandId,
      session: sessionOfAlert,
    })
    .from(fanOuts)
    .innerJoin(alerts, and(eq(alerts.workspaceId, fanOuts.workspaceId), eq(alerts.id, fanOuts.alertId)))
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .where(
      and(
        eq(fanOuts.workspaceId, workspaceId),
        eq(fanOuts.state, 'open'),
        // An embargo holds these too, hours never do.
        not(isOfUrgentRule),
        or(gt(fanOuts.opensAt, now), gt(fanOuts.embargoUntil, now)),
      ),
    );
  for (const fanOut of waiting) {
    const { embargoUntil } = fanOut;
    const from = embargoUntil !== null && embargoUntil > now ? embargoUntil : now;
    // Where nothing holds it any more, it's still late by what held it.
    const { at: opensAt = null, marketZone = null, late = fanOut.late } = openingIn(rows, fanOut, from) ?? {};
    const isSame = opensAt?.getTime() === fanOut.opensAt?.getTime() && marketZone === fanOut.marketZone;
    if (isSame && late === fanOut.late) continue;
    await tx
      .update(fanOuts)
      .set({ opensAt, marketZone, late })
      .where(and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.id, fanOut.id)));
  }
}
