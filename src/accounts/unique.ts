import { violates } from '#src/db/violates.ts';

/** Was a row refused because its address belongs to somebody already? */
export const isTaken = (error: unknown): boolean => violates(error, 'users_email_key');
