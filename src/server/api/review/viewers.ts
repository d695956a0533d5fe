import type { Viewing } from '#src/db/live.ts';
import { VIEWING, type Viewers as Shown } from '#src/shared/review.ts';

/** So many alerts one person is shown to look at, in as many windows. */
const OPEN_MAX = 10;

type Seen = Omit<Viewing, 'isThere'> & { timer: NodeJS.Timeout };

/**
 * Who looks at which alert, as this process has been told. Nothing is stored: after a restart those who still look say so
 * within seconds. `onChange` is told when somebody comes, leaves, or hasn't been heard of for too long.
 */
export function createViewers(onChange: (workspaceId: string) => void) {
  // In the order in which they came.
  const inWorkspace = new Map<string, Map<string, Seen>>();

  function forget(workspaceId: string, key: string): void {
    const seen = inWorkspace.get(workspaceId);
    const entry = seen?.get(key);
    if (!seen || !entry) return;
    clearTimeout(entry.timer);
    seen.delete(key);
    if (seen.size === 0) inWorkspace.delete(workspaceId);
    onChange(workspaceId);
  }

  return {
    note({ isThere, ...viewing }: Viewing): void {
      const { workspaceId, alertId, userId } = viewing;
      const key = `${userId} ${alertId}`;
      if (!isThere) return forget(workspaceId, key);
      const seen = inWorkspace.get(workspaceId) ?? new Map<string, Seen>();
      inWorkspace.set(workspaceId, seen);
      const known = seen.get(key);
      clearTimeout(known?.timer);
      const timer = setTimeout(() => forget(workspaceId, key), VIEWING.lapsesMs);
      timer.unref();
      seen.set(key, { ...viewing, timer });
      if (known) return;
      const [oldest, ...others] = [...seen].filter(([, entry]) => entry.userId === userId);
      if (oldest && others.length >= OPEN_MAX) forget(workspaceId, oldest[0]);
      onChange(workspaceId);
    },
    /** Those of a workspace besides one person. */
    of(workspaceId: string, besides: string | null): Shown['items'] {
      const seen = [...(inWorkspace.get(workspaceId)?.values() ?? [])];
      const others = seen.filter(({ userId }) => userId !== besides);
      return [...Map.groupBy(others, ({ alertId }) => alertId)].map(([alert, people]) => ({
        alert,
        people: people.map(({ userId, name }) => ({ userId, name })),
      }));
    },
  };
}
export type Viewers = ReturnType<typeof createViewers>;
