import type { WriterOutcome } from '#src/shared/content/ai-writer.ts';

const FAILS = 3;
const RESTS_MS = 60_000;

/** Those that asking again at once won't mend. */
const FAILURES: ReadonlySet<WriterOutcome> = new Set([
  'late',
  'unreachable',
  'cut_off',
  'bad_key',
  'unknown_model',
  'rate_limited',
  'provider_error',
]);

/** After three failures in a row, a workspace's model isn't asked for a minute: its alerts would only wait for it. */
export function createRests(now: () => number) {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    rests: (workspaceId: string): boolean => (failures.get(workspaceId)?.until ?? 0) > now(),
    ended(workspaceId: string, outcome: WriterOutcome): void {
      if (!FAILURES.has(outcome)) return void failures.delete(workspaceId);
      const count = (failures.get(workspaceId)?.count ?? 0) + 1;
      failures.set(workspaceId, { count, until: count >= FAILS ? now() + RESTS_MS : 0 });
    },
    /** Its settings changed. */
    clear: (workspaceId: string): void => void failures.delete(workspaceId),
  };
}
