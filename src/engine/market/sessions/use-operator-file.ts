import { readFileSync } from 'node:fs';
import { setClosings } from './calendars.ts';
import { readClosings } from './operator-file.ts';

/**
 * Adds an operator's file of holidays to what this process knows; nothing without a path.
 * @throws Error that says what is wrong with it, or that it can't be read
 */
export function useOperatorFile(path: string | null): void {
  if (path === null) return;
  for (const { name, closed } of readClosings(readFileSync(path, 'utf8'))) setClosings(name, closed);
}
