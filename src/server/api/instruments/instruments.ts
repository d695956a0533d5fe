import type { Database } from '#src/db/database.ts';
import { listInstruments, readInstrumentCursor } from '#src/db/queries/instruments.ts';
import { withTenant } from '#src/db/tenant.ts';
import {
  describeInstrument,
  instrumentBars,
  type RecordedBars,
} from '#src/engine/feeds/instrument/instrument-view.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { CHART_BARS_MAX } from '#src/shared/instrument-detail.ts';
import { TIMEFRAMES } from '#src/shared/market.ts';
import { INSTRUMENTS_MAX } from '#src/shared/rules/stored.ts';
import { invalid, limitOf, wordsOf } from '../paging.ts';
import type { Route } from '../route.ts';
import { INSTRUMENTS } from './contract.ts';

const SYMBOL_MAX = 40;

/** A symbol as an address has it, or null for what can be none. */
const symbolIn = (text: string | undefined): string | null => {
  const symbol = (text ?? '').trim();
  return symbol.length > SYMBOL_MAX || symbol.includes('\0') ? null : symbol;
};
const noInstrument = (): AppError => new AppError('not_found', 'There is no such instrument.');

/** @throws AppError validation_failed */
function momentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw invalid('cursor', text, 'the `next` of the page before');
  return at;
}

type InstrumentDeps = { app: Database; clock: Clock; recordedBars: RecordedBars };

/** What a workspace may watch: what is shared, and what it brought in itself. */
export function addInstrumentRoutes(route: Route, { app, clock, recordedBars }: InstrumentDeps): void {
  route(INSTRUMENTS.list, async (c) => {
    const { workspaceId } = c.get('membership');
    const cursor = c.req.query('cursor');
    const after = cursor === undefined ? null : readInstrumentCursor(cursor);
    if (cursor !== undefined && !after) throw invalid('cursor', cursor, 'the `next` of the page before');
    const ask = {
      ...wordsOf(c.req.query('q')),
      after,
      limit: limitOf(c.req.query('limit') ?? null, INSTRUMENTS_MAX),
    };
    return c.json(await withTenant(app, workspaceId, (tx) => listInstruments(tx, workspaceId, ask)));
  });

  route(INSTRUMENTS.one, async (c) => {
    const { workspaceId } = c.get('membership');
    const symbol = symbolIn(c.req.param('symbol'));
    const found =
      symbol === null
        ? null
        : await withTenant(app, workspaceId, (tx) =>
            describeInstrument(tx, { workspaceId, symbol, now: clock() }),
          );
    if (!found) throw noInstrument();
    return c.json(found);
  });

  route(INSTRUMENTS.bars, async (c) => {
    const { workspaceId } = c.get('membership');
    const asked = c.req.query('timeframe') ?? '1d';
    const timeframe = TIMEFRAMES.find((each) => each === asked);
    if (!timeframe) throw invalid('timeframe', asked, TIMEFRAMES.join(', '));
    const before = momentOf(c.req.query('cursor'));
    const limit = limitOf(c.req.query('limit') ?? '300', CHART_BARS_MAX);
    const symbol = symbolIn(c.req.param('symbol'));
    const found =
      symbol === null
        ? null
        : await withTenant(app, workspaceId, (tx) =>
            instrumentBars(tx, recordedBars, { workspaceId, symbol, now: clock(), timeframe, before, limit }),
          );
    if (!found) throw noInstrument();
    return c.json(found);
  });
}
