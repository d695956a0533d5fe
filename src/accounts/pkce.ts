import { AppError } from '#src/shared/errors.ts';
import type { Challenge } from './flows.ts';

/**
 * Reads the PKCE parameters of a request; null, undefined and '' are none.
 * @throws AppError validation_failed
 */
export function readChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): Challenge | null {
  if (!challenge && !method) return null;
  if (!challenge || !method) {
    throw new AppError(
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge both or neither',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') {
    throw new AppError('validation_failed', 'code challenge method must be s256 or plain');
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw new AppError(
      'validation_failed',
      'code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~',
    );
  }
  return { challenge, method: known };
}
