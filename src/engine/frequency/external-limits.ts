import { and, count, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { DateTime } from 'luxon';
import type { Tx } from '#src/db/database.ts';
import { events, type rules } from '#src/db/schema.ts';
import type { RuleLimits } from '#src/shared/rules/settings.ts';
import { openDuring } from './hours.ts';

/** What of the settings of a rule holds for one that is not about bars. */
export const limitsOf = ({
  most_per_day,
  expires,
  hours,
  critical,
  repeat_minutes,
}: RuleLimits): RuleLimits => ({
  ...(most_per_day !== undefined && { most_per_day }),
  ...(expires !== undefined && { expires }),
  ...(hours !== undefined && { hours }),
  ...(critical !== undefined && { critical }),
  ...(repeat_minutes !== undefined && { repeat_minutes }),
});

/**
 * To the end of the transaction, nothing else makes an event that could count against the rule. Calls of one webhook
 * come one after the other; of news and calendars several sources may be read at once. One lock for all rules of a
 * workspace: several, taken in another order, would wait for each other.
 */
export async function inTurn(tx: Tx, { kind, workspaceId, outside, settings }: typeof rules.$inferSelect) {
  const counts = settings.most_per_day !== undefined || (outside?.cooldownMinutes ?? 0) > 0;
  if (kind === 'webhook' || !counts) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`outside rules ${workspaceId}`}, 0))`);
}

/** Why the settings of a rule keep it still at a moment; null where they do not. In the transaction that would make its event, after `inTurn`. */
export async function keptStill(tx: Tx, rule: typeof rules.$inferSelect, now: Date): Promise<string | null> {
  const { expires, hours, most_per_day: most } = rule.settings;
  if (expires !== undefined && now.getTime() >= expires) return 'The rule has ended.';
  // The minute that the moment is in, as if it were a bar.
  if (hours && !openDuring(hours, 1)(now.getTime())) return 'It is outside the hours of the rule.';
  if (most === undefined) return null;
  const day = DateTime.fromJSDate(now, { zone: hours?.time_zone ?? 'utc' }).startOf('day');
  const ofToday = and(gte(events.barTs, day.toJSDate()), lt(events.barTs, day.plus({ days: 1 }).toJSDate()));
  const [spoke] = await tx
    .select({ today: count() })
    .from(events)
    .where(and(eq(events.ruleId, rule.id), isNull(events.instrumentId), ofToday));
  return (spoke?.today ?? 0) < most
    ? null
    : `The rule makes ${most} ${most === 1 ? 'alert' : 'alerts'} a day at most.`;
}
