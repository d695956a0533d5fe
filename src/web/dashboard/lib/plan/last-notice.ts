import { useEffect, useState } from 'react';
import { type Usage, usageSchema } from '#src/shared/usage.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { currentWorkspace } from '#src/web/lib/api/workspace.ts';

const KEY = 'bellwire.notice';

/** What this browser last knew of the workspace, where a notice came of it. */
function lastKnown(): Usage | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as { of?: unknown; usage?: unknown } | null;
    return kept?.of === currentWorkspace() ? usageSchema.safeParse(kept?.usage).data : undefined;
  } catch {
    // Storage is blocked, or holds something else.
    return undefined;
  }
}

/**
 * The usage that a notice above every screen is made of: as it is known, and until then as it was known last. A notice
 * that came with the answer would push down whatever is being read. `workspaceId`: whose usage it is, once that is known.
 */
export function useLastNotice(usage: Usage | undefined, workspaceId: string | undefined): Usage | undefined {
  const [last] = useState(() => (readOnlyReason() === null ? lastKnown() : undefined));
  useEffect(() => {
    if (!usage || workspaceId === undefined || readOnlyReason() !== null) return;
    const { standing } = usage.plan;
    try {
      if (usage.stopped || usage.stops.length > 0 || standing === 'grace' || standing === 'read_only')
        localStorage.setItem(KEY, JSON.stringify({ of: workspaceId, usage }));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is full or blocked: the next notice comes with its answer.
    }
  }, [usage, workspaceId]);
  return usage ?? last;
}
