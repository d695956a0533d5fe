import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';

/** A text of a body that names or proves something; none is longer. */
export const text = z.string().max(4_096, 'at most 4,096 characters are taken');
/** Null, absent and '' all say that the caller has none. */
export const optionalText = text.nullish().transform((value) => value || undefined);

/** @throws AppError validation_failed, as the contract says, where it is no phone number */
export function checkPhone(phone: string): void {
  if (!/^[1-9]\d{1,14}$/.test(phone.replace(/^\+/, '').replaceAll(' ', '')))
    throw new AppError('validation_failed', 'Invalid phone number format (E.164 required)');
}
