import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether the deliveries to people of a month were deleted, as no ledger keeps them anymore (migration 0300). */
export const recipientsDeleted = (month: SQLWrapper): SQL<boolean> =>
  sql<boolean>`delivery_month_dropped(${month})`;
