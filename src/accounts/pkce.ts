import { AppError } from '#src/shared/errors.ts';

const METHODS = new Set(['s256', 'plain']);

/**
 * Checks the PKCE parameters of a request; null, undefined and '' are none.
 * @throws AppError validation_failed
 */
export function checkChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): void {
  if (!challenge && !method) return;
  if (!challenge || !method) {
    throw new AppError(
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge both or neither',
    );
  }
  if (!METHODS.has(method.toLowerCase())) {
    throw new AppError('validation_failed', 'code challenge method must be s256 or plain');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new AppError(
      'validation_failed',
      'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~',
    );
  }
}
