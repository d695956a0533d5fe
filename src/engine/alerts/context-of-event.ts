import { marketMove } from '#src/db/queries/market-move.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { TradingHours } from '#src/shared/bar-import.ts';
import type { Context } from '#src/shared/content/context.ts';
import type { EventHistory } from '#src/shared/content/event-history.ts';
import { CONTEXT_BARS, contextOf, hasContext } from '../content/context/context.ts';
import { historyOf } from '../content/context/history.ts';
import { type BarDeps, barsUpTo, type MarketEvent } from './charted-bars.ts';

type Deps = BarDeps & { log: { warn: (context: object, message: string) => void } };
/** What its text may state, and where its bar stands in the history of its symbol. */
type Past = { context: Context | null; history: EventHistory | null };
const NO_PAST: Past = { context: null, history: null };

/** So many bars within a day: of an hour, half a year. */
const INTRADAY_BARS = 3_000;

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

async function readPast(
  deps: BarDeps,
  workspaceId: string,
  event: MarketEvent & { instrument: { session: TradingHours } },
  shape: number,
): Promise<Past> {
  const { evidence, timeframe, instrument } = event;
  // A bar that was still open can't be compared with whole ones.
  if (evidence.until !== undefined) return NO_PAST;
  const bars = await barsUpTo(deps, workspaceId, event, hasContext(event) ? CONTEXT_BARS : INTRADAY_BARS);
  const time = bars.at(-1)?.time ?? 0;
  const market = await withTenant(deps.app, workspaceId, (tx) =>
    marketMove(tx, workspaceId, { id: instrument.id, session: instrument.session, timeframe, time }),
  );
  const minPct = event.detector === 'big_move' ? (evidence.params['min_pct'] ?? null) : null;
  return { context: contextOf({ ...event, shape, bars }), history: historyOf(bars, { minPct, market }) };
}

/** The same for an alert, which goes out without context where the bars can't be read. */
export async function pastOfEvent(
  deps: Deps,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
  event: Parameters<typeof readPast>[2],
  shape: number,
): Promise<Past> {
  try {
    return await readPast(deps, workspaceId, event, shape);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ alert: alertId, workspace: workspaceId, reason }, 'a history could not be read');
    return NO_PAST;
  }
}
