import { PASSWORD_MIN_LENGTH } from '#src/shared/product.ts';

/** What keeps a new password from being sent: only what the server is sure to refuse. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Please provide a password.';
  if (password.length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters.`;
  return undefined;
}
