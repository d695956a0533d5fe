import { z } from 'zod';

/** A text of a body that names or proves something; none is longer. */
export const text = z.string().max(4_096, 'at most 4,096 characters are taken');
/** Null, absent and '' all say that the caller has none. */
export const optionalText = text.nullish().transform((value) => value || undefined);
