import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { LapsedThen } from '#src/shared/lapsed.ts';
import type { HoursScope, MarketHours } from '#src/shared/sending-hours.ts';
import { at } from './columns.ts';

/** The hours in which alerts go out; outside of them, what is approved waits. */
export const sendingHours = pgTable('sending_hours', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  scope: text().$type<HoursScope>().notNull(),
  /** The id of the brand, the audience or the workspace. */
  target: uuid().notNull(),
  /** In place of days and hours: while the market of an alert's symbol trades. Null: those count. */
  market: text().$type<MarketHours>(),
  /** 1 is Monday, 7 is Sunday. */
  days: smallint().array(),
  /** `08:00`. */
  opens: text(),
  /** `24:00` is the end of the day. */
  closes: text(),
  timeZone: text('time_zone'),
  /** What becomes of an alert that lapses while it waits for them. */
  late: text().$type<LapsedThen>().notNull().default('nothing'),
  updatedAt: at('updated_at').notNull(),
});
