import { sql, type SQL } from 'drizzle-orm';

/** Who gets one alert of a group: the people of an audience, or the readers of a place. */
export type GroupedKind = 'audience' | 'place';

/** Where the groups of each are kept, in tables of the same shape, and the column that names whose they are. */
export const KEPT: Readonly<Record<GroupedKind, { table: SQL; of: SQL }>> = {
  audience: { table: sql.raw('audience_groups'), of: sql.raw('audience_id') },
  place: { table: sql.raw('place_groups'), of: sql.raw('destination_id') },
};

/** `mine` is a row of a group, and `before` those of the alerts before it. */
export const earlierIn = (kind: GroupedKind): SQL => {
  const { table, of } = KEPT[kind];
  return sql`${table} mine join ${table} before on before.workspace_id = mine.workspace_id and before.${of} = mine.${of}
     and before.first_alert_id = mine.first_alert_id and before.seq < mine.seq`;
};
