/** Was a row refused because its address belongs to somebody already? */
export function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'users_email_key';
}
