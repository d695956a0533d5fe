import { sql, type SQL } from 'drizzle-orm';

/**
 * Whether a duplicate that was merged into the contact of a delivery got the same meanwhile. Beside a query of `deliveries`
 * and `fan_outs`.
 */
export const gotAsDuplicate: SQL<boolean> = sql`exists (
  select from contacts part
    join deliveries had on had.workspace_id = part.workspace_id and had.contact_id = part.id
   where part.workspace_id = deliveries.workspace_id and part.merged_into = deliveries.contact_id
     and had.alert_id = deliveries.alert_id and had.purpose = deliveries.purpose and had.send_no = deliveries.send_no
     and had.device_id = deliveries.device_id
     and (fan_outs.reach = 'preferred' or had.channel = deliveries.channel)
     and had.state in ('sending', 'sent', 'unknown'))`;
