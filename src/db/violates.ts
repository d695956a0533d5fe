/** Was a statement refused by this constraint? The name is the database's. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'constraint' in cause && cause.constraint === constraint;
}

/** The class of the SQLSTATE that a statement failed with ('23': a constraint refused it), or null where there is none. */
export function sqlClass(error: unknown): string | null {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code).slice(0, 2) : null;
}

/** Whether a statement failed with this SQLSTATE. */
export function failedWith(error: unknown, state: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (Reflect.get(cause, 'code') === state) return true;
  return false;
}

/** Whether one row of a statement can be what it failed for: what was given, and not how the database is. */
export const isOfARow = (error: unknown): boolean => ['21', '22', '23'].includes(sqlClass(error) ?? '');
