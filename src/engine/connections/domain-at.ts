import type { sendingDomains } from '#src/db/schema.ts';

/** Where the secrets of a sending domain are sealed. */
export const domainAt = ({
  workspaceId,
  id,
}: Pick<typeof sendingDomains.$inferSelect, 'workspaceId' | 'id'>) => ({
  workspaceId,
  table: 'sending_domains',
  id,
});
