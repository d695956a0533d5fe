import { v7 } from 'uuid';

/** A new id (UUIDv7): sorts by the time it was made, and is made here, not in the database. */
export const newId = (): string => v7();
