import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';

/** Makes the partitions of deliveries and attempts for this month and the next three, unless they are there. */
export async function keepDeliveryMonths(deps: { system: Database; clock: Clock }): Promise<void> {
  await deps.system.execute(
    sql`select make_delivery_months(${deps.clock().toISOString().slice(0, 10)}::date)`,
  );
}

const MONTH = /^\d{4}-\d{2}-\d{2}$/;

/**
 * That rows of `table` (a name within the statement) are of a month. It is a part of the text, so that a statement which is
 * planned once is planned for one partition.
 */
export function inMonth(table: string, month: string): SQL {
  if (!MONTH.test(month)) throw new Error(`${month} is no day.`);
  return sql.raw(`${table}.event_month = date '${month}'`);
}
