import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { type Happening, notifyMembers } from '#src/db/queries/notify.ts';
import { type alerts, type brands, members, mutes, ruleFlapping, type rules } from '#src/db/schema.ts';
import { recordMute } from '#src/ledger/mute.ts';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { firedWords, type Suspended } from '#src/shared/flapping.ts';
import { roleMay } from '#src/shared/permissions.ts';
import { SYSTEM } from '#src/shared/mutes.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { countsFrom, flaps } from './flaps.ts';
import { flappingOf } from './limits.ts';

type About = {
  alert: typeof alerts.$inferSelect;
  rule: typeof rules.$inferSelect;
  brand: Pick<typeof brands.$inferSelect, 'timeZone'>;
  symbol: string;
};

/** `record`: what is left to do when nothing else is, as the ledger's chain is locked from there on. */
export type Suspension = { isSuspended: boolean; notified: boolean; record: () => Promise<void> };

/**
 * Suspends the rule of a new alert where it triggered too often about its symbol: a mute of the system's, until someone
 * resumes it. Those who run the workspace and who changed the rule last are notified, once. In the transaction that decides
 * about the alert; nothing mutes it yet.
 * @returns null where the rule isn't suspended and nobody is told
 */
export async function suspendFlapping(tx: Tx, about: About, now: Date): Promise<Suspension | null> {
  const { alert, rule, symbol } = about;
  const { workspaceId } = alert;
  if (rule.kind === 'composed') return null;
  const limit = await flappingOf(tx, workspaceId);
  if (limit.most === null) return null;
  const known = and(eq(ruleFlapping.workspaceId, workspaceId), eq(ruleFlapping.ruleId, rule.id));
  const [before] = await tx.select().from(ruleFlapping).where(known);
  const fired = await firedSince(tx, alert, {
    from: countsFrom(limit, before?.resumedAt ?? null, now),
    now,
    minutes: limit.minutes,
    atMost: limit.most + 1,
  });
  const critical = rule.settings.critical === true;
  const reportedAt = before?.reportedAt ?? null;
  const verdict = flaps(limit, { fired, critical, reportedAt, now });
  if (verdict === 'fine') return null;
  const suspended: Suspended = { fired, minutes: limit.minutes, about: symbol };
  if (verdict === 'report') {
    const { rows } = await tx.execute(sql`
      insert into rule_flapping as f (workspace_id, rule_id, reported_at)
      values (${workspaceId}::uuid, ${rule.id}::uuid, ${now.toISOString()}::timestamptz)
      on conflict (workspace_id, rule_id) do update set reported_at = excluded.reported_at
       where f.reported_at is not distinct from ${reportedAt?.toISOString() ?? null}::timestamptz returning 1`);
    // Another process was quicker.
    if (rows.length === 0) return null;
    return {
      isSuspended: false,
      notified: await tell(tx, about, criticalWords(rule.name, suspended), now),
      record: async () => {},
    };
  }
  const row = {
    reason: null,
    mutedBy: SYSTEM,
    since: now,
    until: null,
    timeZone: about.brand.timeZone ?? 'UTC',
    suspended,
  };
  const [made] = await tx
    .insert(mutes)
    .values({ workspaceId, id: newId(), kind: 'rule', target: rule.id, ...row })
    .onConflictDoUpdate({
      target: [mutes.workspaceId, mutes.kind, mutes.target],
      set: row,
      // One whose time is over. Of two processes, the second finds what the first has made.
      setWhere: sql`${mutes.until} <= ${now.toISOString()}::timestamptz`,
    })
    .returning({ id: mutes.id });
  if (!made) return null;
  const actor = { kind: 'system', userId: null, name: siteConfig.name } as const;
  const detail = { fired: firedWords(suspended) };
  await recordActivity(tx, {
    workspaceId,
    actor,
    action: 'flapping.suspended',
    subject: `the rule “${rule.name}”`,
    detail,
    at: now,
  });
  return {
    isSuspended: true,
    notified: await tell(tx, about, suspendedWords(rule.name, suspended), now),
    record: () =>
      recordMute(tx, {
        workspaceId,
        muteId: made.id,
        act: 'muted',
        kind: 'rule',
        target: rule.id,
        name: rule.name,
        until: null,
        reason: `${firedWords(suspended)} about ${symbol}`,
        by: 'system',
        at: now,
      }),
  };
}

/**
 * How often the alert's rule triggered about its symbol, itself too; no further than it matters. In the span by the clock and
 * by the market's time: what is caught up with after an outage comes at once, and happened over hours.
 */
async function firedSince(
  tx: Tx,
  alert: typeof alerts.$inferSelect,
  { from, now, minutes, atMost }: { from: Date; now: Date; minutes: number; atMost: number },
): Promise<number> {
  const symbol =
    alert.instrumentId === null
      ? sql`instrument_id is null and upper(about) = upper(${alert.about})`
      : sql`instrument_id = ${alert.instrumentId}::uuid`;
  const until = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString();
  const happened = alert.eventTime.toISOString();
  const { rows } = await tx.execute<{ fired: number }>(sql`
    select count(*)::int as fired from (
      select from alerts where workspace_id = ${alert.workspaceId}::uuid and rule_id = ${alert.ruleId}::uuid and ${symbol}
         and not trial and event_time <= ${happened}::timestamptz
         and event_time > ${happened}::timestamptz - make_interval(mins => ${minutes}::int)
         and brand_id = ${alert.brandId}::uuid and created_at > ${from.toISOString()}::timestamptz
         and created_at <= ${until}::timestamptz limit ${atMost}) counted`);
  return rows[0]?.fired ?? 0;
}

type Words = Pick<Happening, 'title' | 'text'>;

const suspendedWords = (name: string, suspended: Suspended): Words => ({
  title: `“${name}” is suspended`,
  text: `It ${firedWords(suspended)} about ${suspended.about}. Events are still recorded, and nothing is sent. Check its condition, or set a cooldown or repeats. Then resume it on its page.`,
});

const criticalWords = (name: string, suspended: Suspended): Words => ({
  title: `“${name}” triggers very often`,
  text: `It ${firedWords(suspended)} about ${suspended.about}. It’s critical, so it isn’t suspended. Check its condition, or set a cooldown.`,
});

/** Owners and admins, and who changed the rule last. */
async function tell(tx: Tx, { rule, alert }: About, words: Words, now: Date): Promise<boolean> {
  const { workspaceId } = alert;
  const link = rule.kind === 'market' ? `/rules/${rule.id}` : `/rules/outside/${rule.id}`;
  const happening = { workspaceId, kind: 'rule_suspended', link, at: now, ...words } as const;
  const told = await notifyMembers(tx, { ...happening, whoMay: TOLD });
  if (rule.changedBy === null) return told;
  const [changer] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, rule.changedBy)));
  if (!changer || roleMay(changer.role, TOLD)) return told;
  return (await notifyMembers(tx, { ...happening, onlyTo: rule.changedBy })) || told;
}

const TOLD = 'workspace:write';
