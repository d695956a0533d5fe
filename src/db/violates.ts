/** Was a statement refused by this constraint? The name is the database's. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'constraint' in cause && cause.constraint === constraint;
}
