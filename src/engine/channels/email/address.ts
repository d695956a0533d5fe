import { z } from 'zod';

const addressSchema = z.email().max(320);

/** In small letters, as it's kept and compared. @returns null where it's no email address */
export const normalizeEmail = (typed: string): string | null =>
  addressSchema.safeParse(typed.trim().toLowerCase()).data ?? null;
