import { v7 } from 'uuid';

/** A new id (UUIDv7): sorts by the time it was made, and is made here, not in the database. */
export const newId = (): string => v7();

/** What every id made at a time or later is greater than or equal to. */
export function firstIdAt(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
