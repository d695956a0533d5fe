import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#src/shared/errors.ts';

const GENERAL_BYTES = 1024 * 1024;

/** Rejects bodies of more than `bytes`; the general limit is 1 MB. @throws AppError request_entity_too_large */
export const limitBody = (
  { bytes, says }: { bytes: number; says?: string } = { bytes: GENERAL_BYTES },
): MiddlewareHandler =>
  bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new AppError('request_entity_too_large', says);
    },
  });
