import type { Context } from '#src/shared/content/context.ts';
import { CONTEXT_BARS, contextOf, hasContext } from '../content/context/context.ts';
import { type BarDeps, barsUpTo, type MarketEvent } from './charted-bars.ts';

type Deps = BarDeps & { log: { warn: (context: object, message: string) => void } };

/** What the bars before an event say of it, from the store that its chart is drawn from. */
export async function readContext(
  deps: BarDeps,
  workspaceId: string,
  event: MarketEvent,
  shape: number,
): Promise<Context | null> {
  if (!hasContext(event)) return null;
  const bars = await barsUpTo(deps, workspaceId, event, CONTEXT_BARS);
  return contextOf({ ...event, shape, bars });
}

/** The same for an alert, which goes out without context where the bars can't be read. */
export async function contextOfEvent(
  deps: Deps,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  event: MarketEvent,
  shape: number,
): Promise<Context | null> {
  try {
    return await readContext(deps, workspaceId, event, shape);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ alert: alertId, workspace: workspaceId, reason }, 'a history could not be read');
    return null;
  }
}
