import { sql } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';
import { ANON_ROLE, AUTHENTICATED_ROLE } from './roles.ts';

/** The caller of /rest/v1, with the claims of the token. */
export type Visitor = { role: 'anon' | 'authenticated'; claims: Readonly<Record<string, unknown>> };

const DATABASE_ROLE = { anon: ANON_ROLE, authenticated: AUTHENTICATED_ROLE };
const STATEMENT_MS = 5_000;

/**
 * Runs `work` in a transaction with the rights of a visitor and nothing more. Grants and policies decide what it may
 * read and write; they see the claims in the setting app.claims. Times are written in UTC.
 */
export function asVisitor<T>(db: Database, visitor: Visitor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await becomeVisitor(tx, visitor);
    return work(tx);
  });
}

/** The same for the rest of a transaction that has begun with more rights. There is no way back in it. */
export async function becomeVisitor(tx: Tx, visitor: Visitor): Promise<void> {
  await tx.execute(sql`select
    set_config('app.claims', ${JSON.stringify(visitor.claims)}, true),
    set_config('TimeZone', 'UTC', true),
    set_config('statement_timeout', ${String(STATEMENT_MS)}, true),
    set_config('role', ${DATABASE_ROLE[visitor.role]}, true)`);
}

/** Nobody in particular. */
export const ANON: Visitor = { role: 'anon', claims: { role: 'anon' } };
