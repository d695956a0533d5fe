import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/shared/clock.ts';

/** Makes the partitions of deliveries and attempts for this month and the next three, unless they are there. */
export async function keepDeliveryMonths(deps: { system: Database; clock: Clock }): Promise<void> {
  await deps.system.execute(
    sql`select make_delivery_months(${deps.clock().toISOString().slice(0, 10)}::date)`,
  );
}
