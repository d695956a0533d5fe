import { useOperatorFile } from '#src/engine/market/sessions/use-operator-file.ts';

/**
 * Makes a command know the holidays of the operator's file, as the server does. Call it before any bar is read.
 * @returns a sentence on why the file can't be used; null where all is well
 */
export function loadOwnCalendars(path: string | null): string | null {
  try {
    useOperatorFile(path);
    return null;
  } catch (error) {
    return `MARKET_CALENDARS is not valid: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
