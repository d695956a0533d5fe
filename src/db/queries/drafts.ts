import { sql, type SQL } from 'drizzle-orm';
import { renditions } from '../schema.ts';

/** Whether a rendition is none of an update or a correction that nobody has approved. Beside a query of `renditions`. */
export const isNoDraft: SQL<boolean> = sql<boolean>`not exists (select from follow_ups draft
  where draft.workspace_id = ${renditions.workspaceId} and draft.revision_id = ${renditions.revisionId}
    and draft.state <> 'approved')`;
