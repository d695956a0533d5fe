import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { CertificateProblem, LINK_HOST_STATES } from '#src/shared/link-hosts.ts';
import { at } from './columns.ts';

/** The host that a brand's links and hosted pages are on. */
export const linkHosts = pgTable('link_hosts', {
  workspaceId: uuid('workspace_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  host: text().notNull(),
  token: text().notNull(),
  state: text().$type<(typeof LINK_HOST_STATES)[number]>().notNull().default('waiting'),
  found: jsonb().$type<{ owner?: boolean | null; target?: boolean | null }>().notNull().default({}),
  checkedAt: at('checked_at'),
  confirmedAt: at('confirmed_at'),
  createdAt: at('created_at').notNull(),
  certificateCheckedAt: at('certificate_checked_at'),
  certificateFrom: at('certificate_from'),
  certificateUntil: at('certificate_until'),
  certificateIssuer: text('certificate_issuer'),
  certificateProblem: text('certificate_problem').$type<CertificateProblem>(),
  certificateNoticedAt: at('certificate_noticed_at'),
});
