import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment: timestamptz, a Date in the program. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const inet = customType<{ data: string }>({ dataType: () => 'inet' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
