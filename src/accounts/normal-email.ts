import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';

const emailSchema = z.email().max(320);

/** @throws AppError validation_failed with the contract's sentence */
export function normalEmail(email: string): string {
  const parsed = emailSchema.safeParse(email.trim().toLowerCase());
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', 'Unable to validate email address: invalid format');
}
