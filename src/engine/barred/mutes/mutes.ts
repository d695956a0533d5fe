import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { mutesInForce } from '#src/db/queries/mutes.ts';
import { isSeenIn } from '#src/db/queries/seen-instruments.ts';
import { brands, instruments, mutes, ruleFlapping, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordMute } from '#src/ledger/mute.ts';
import { stopperOnRecord } from '#src/ledger/stop.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Mute, MuteForm, MuteKind, Mutes } from '#src/shared/mutes.ts';
import { type Stopper, stopperOf } from '../../changed-by.ts';
import type { CalendarName } from '../../market/sessions/calendars.ts';
import { muteEnd, untilWords } from './until.ts';

const GONE = 'It isn’t muted anymore.';

type Target = { id: string; name: string; session: CalendarName | null };

/** Mutes rules, symbols and brands: their events are recorded, and nothing is sent. */
export function createMutes({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<Mutes> =>
      withTenant(app, workspaceId, async (tx) => ({ items: await mutesInForce(tx, clock()) })),

    /**
     * From the commit on, nothing of it is dispatched or claimed. What is muted already gets the new end.
     * @throws AppError not_found, validation_failed
     */
    mute: (by: Stopper, form: MuteForm): Promise<Mute> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const { kind, reason } = form;
        const now = clock();
        const { id: target, name, session } = await FIND[kind](tx, form.target, workspaceId);
        const timeZone = form.until?.timeZone ?? form.timeZone ?? (await zoneOf(tx, workspaceId));
        const until = muteEnd(form, { now, timeZone, session });
        const row = {
          reason: reason || null,
          mutedBy: stopperOf(by),
          since: now,
          until,
          timeZone,
          suspended: null,
        };
        await tx.delete(mutes).where(and(lte(mutes.until, now), ne(mutes.target, target)));
        await tx
          .insert(mutes)
          .values({ workspaceId, id: newId(), kind, target, ...row })
          .onConflictDoUpdate({ target: [mutes.workspaceId, mutes.kind, mutes.target], set: row });
        const made = (await mutesInForce(tx, now, { kind, target })).at(0);
        if (!made) throw new AppError('not_found', GONE);
        const subject = subjectOf(kind, name);
        const detail = { until: untilWords(row), why: row.reason === null ? '' : `: ${row.reason}` };
        await recordActivity(tx, { ...by, action: 'mute.set', subject, detail, at: now });
        await by.keepAnswer?.(tx, 201, made);
        const entry = { workspaceId, muteId: made.id, act: 'muted', kind, target, name, at: now } as const;
        const recorded = await stopperOnRecord(tx, by);
        await recordMute(tx, { ...entry, until, reason: row.reason, by: recorded });
        return made;
      }),

    /** @throws AppError not_found, also where its time is over */
    unmute: (by: Stopper, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const now = clock();
        const [was] = await mutesInForce(tx, now, { id });
        const [row] = await tx.delete(mutes).where(eq(mutes.id, id)).returning();
        if (!row || !was) throw new AppError('not_found', GONE);
        const { kind, target, until, reason, suspended } = row;
        const subject = subjectOf(kind, was.name);
        const action = suspended ? 'flapping.resumed' : 'mute.ended';
        await recordActivity(tx, { ...by, action, subject, at: now });
        // What was before doesn't suspend it again.
        if (kind === 'rule')
          await tx
            .insert(ruleFlapping)
            .values({ workspaceId, ruleId: target, resumedAt: now })
            .onConflictDoUpdate({
              target: [ruleFlapping.workspaceId, ruleFlapping.ruleId],
              set: { resumedAt: now },
            });
        const entry = {
          workspaceId,
          muteId: id,
          act: 'unmuted',
          kind,
          target,
          name: was.name,
          at: now,
        } as const;
        await recordMute(tx, { ...entry, until, reason, by: await stopperOnRecord(tx, by) });
      }),
  };
}

const subjectOf = (kind: MuteKind, name: string): string =>
  kind === 'symbol' ? name : `the ${kind} “${name}”`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string): boolean => UUID.test(text);
const none = (what: string) => new AppError('not_found', `There is no such ${what}.`);

/** What a form names, by its kind. @throws AppError not_found */
const FIND: Readonly<Record<MuteKind, (tx: Tx, target: string, workspaceId: string) => Promise<Target>>> = {
  rule: async (tx, target, workspaceId) => {
    const [rule] = isId(target)
      ? await tx
          .select({ id: rules.id, name: rules.name, session: instruments.session })
          .from(rules)
          .leftJoin(instruments, eq(instruments.id, rules.instrumentId))
          .where(
            and(
              eq(rules.workspaceId, workspaceId),
              eq(rules.id, target),
              sql`${rules.deletedAt} is null and ${rules.kind} <> 'composed'`,
            ),
          )
      : [];
    if (!rule) throw none('rule');
    return rule;
  },
  symbol: async (tx, target, workspaceId) => {
    const [found] = await tx
      .select({ id: instruments.id, name: instruments.symbol, session: instruments.session })
      .from(instruments)
      .where(and(isSeenIn(workspaceId), sql`upper(${instruments.symbol}) = ${target.toUpperCase()}`));
    if (!found) throw none('symbol');
    return found;
  },
  brand: async (tx, target, workspaceId) => {
    const [brand] = isId(target)
      ? await tx
          .select({ id: brands.id, name: brands.name })
          .from(brands)
          .where(and(eq(brands.workspaceId, workspaceId), eq(brands.id, target)))
      : [];
    if (!brand) throw none('brand');
    return { ...brand, session: null };
  },
};

/** The zone of the workspace: that of its default brand. */
async function zoneOf(tx: Tx, workspaceId: string): Promise<string> {
  const [brand] = await tx
    .select({ timeZone: brands.timeZone })
    .from(brands)
    .where(and(eq(brands.workspaceId, workspaceId), eq(brands.isDefault, true)));
  return brand?.timeZone ?? 'UTC';
}
