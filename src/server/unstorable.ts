import { AppError } from '#src/shared/errors.ts';

const DEEPEST = 32;

/**
 * JSON can carry texts that PostgreSQL cannot keep (U+0000, half of a surrogate pair) and can be nested deeper than
 * a stack: said here as the caller's mistake, instead of failing later as ours.
 */
export function refuseUnstorable(body: unknown): void {
  const rest: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) {
        throw new AppError(
          'validation_failed',
          'The body holds a character that cannot be stored: U+0000 or half of a surrogate pair',
        );
      }
    } else if (typeof value === 'object' && value !== null) {
      if (depth === DEEPEST) {
        throw new AppError('validation_failed', `The body is nested more than ${DEEPEST} levels deep`);
      }
      for (const [name, inner] of Object.entries(value)) {
        rest.push({ value: name, depth }, { value: inner, depth: depth + 1 });
      }
    }
  }
}
