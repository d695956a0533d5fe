import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Approval } from '#src/shared/approval.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Style } from '#src/shared/content/layout.ts';
import { at } from './columns.ts';

/** What a rule's events become: in which brand, under which approval, over what. */
export const routes = pgTable('routes', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  ruleId: uuid('rule_id').notNull(),
  position: integer().notNull(),
  brandId: uuid('brand_id').notNull(),
  approval: text().$type<Approval>().notNull(),
  reach: text().$type<'each' | 'preferred'>().notNull().default('each'),
  channels: text().array().$type<ChannelKind[]>(),
  expiresMinutes: integer('expires_minutes'),
  /** Its targets get it so many minutes after it was dispatched; null is at once. */
  releaseMinutes: integer('release_minutes'),
  style: text().$type<Style>().notNull().default('standard'),
  templateId: uuid('template_id'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** To whom: an audience or a destination. */
export const routeTargets = pgTable('route_targets', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  routeId: uuid('route_id').notNull(),
  audienceId: uuid('audience_id'),
  destinationId: uuid('destination_id'),
});
