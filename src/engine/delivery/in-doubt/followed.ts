import { sql, type SQL } from 'drizzle-orm';

/**
 * The purpose of the update or correction that was approved last, where the words of a delivery `d` are older: recipients
 * who may have those get it too, and sent again they would come after it. Null otherwise. What waited when it was approved
 * has its words, and may go out again.
 */
export const FOLLOWED_BY: SQL = sql`(
  select case when u.revision_id <> r.revision_id then u.purpose end
    from renditions r
    join follow_ups u on u.workspace_id = d.workspace_id and u.alert_id = d.alert_id and u.state = 'approved'
   where r.workspace_id = d.workspace_id and r.id = d.rendition_id
   order by u.created_at desc, u.id desc limit 1)`;
