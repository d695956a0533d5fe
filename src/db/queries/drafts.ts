import { sql, type SQL } from 'drizzle-orm';
import { renditions } from '../schema.ts';

/** Leaves out renditions of updates and corrections that aren't approved. A condition for queries of `renditions`. */
export const isNoDraft: SQL<boolean> = sql<boolean>`not exists (select from follow_ups draft
  where draft.workspace_id = ${renditions.workspaceId} and draft.revision_id = ${renditions.revisionId}
    and draft.state <> 'approved')`;
