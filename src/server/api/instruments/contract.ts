import { instrumentBarsSchema, instrumentDetailSchema } from '#src/shared/instrument-detail.ts';
import { instrumentPageSchema, instrumentSchema } from '#src/shared/rules/stored.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Instrument = component({
  name: 'Instrument',
  schema: instrumentSchema,
  fields: {
    exchange: 'Exchange it trades on; null if unknown.',
    tickSize: 'Smallest price step; null if unknown.',
    session: 'Its trading calendar.',
    simulated: 'Made-up prices for testing. Not a real market.',
    own: 'Your workspace imported it, or gets it with its own key. Other workspaces don’t see it.',
    delayMinutes: 'Delay of its prices in minutes; null for real-time prices.',
    splits: 'By date. From that day on, one old share is `ratio` new ones.',
  },
});
const InstrumentPage = component({
  name: 'InstrumentPage',
  schema: instrumentPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [Instrument],
});
const InstrumentDetail = component({
  name: 'InstrumentDetail',
  schema: instrumentDetailSchema,
  fields: {
    quote:
      'Last known price: of the newest trade, or the close of a stored bar that ended later. `changePct` compares it with the close of the trading day before, adjusted for splits; null without that day. Null if no price is stored.',
    pricesHidden:
      'Prices, bars and halts are licensed and not shown in the demo. Always false in your own workspace.',
    hours:
      'The market now. `phase`: `open`, `pre` and `post` (before and after the regular hours of a market that trades then), `break` (lunch) or `closed`. `until` is when that changes; null if it’s always open.',
    halted: 'Trading is halted since then; null if it isn’t, or the source doesn’t report halts.',
    actions:
      'Splits and dividends by date. `ratio` of a split: new shares for one old. Of a dividend: what earlier prices are divided by.',
    history: 'Start of the first and last bar of each timeframe.',
    quality:
      '`barsUntil`: all bars that ended by then are stored; null for imported symbols. `refused`: why the feed doesn’t deliver the symbol. `quarantined` and `gaps` are of the last 30 days: rejected rows by reason, and trades that were lost. `suspectedSplits`: jumps that look like splits, to be confirmed or dismissed.',
    rules:
      'Rules of the workspace that use it: directly, through a watchlist, or for comparison. `items` has the first 50 by name.',
  },
});

const InstrumentBars = component({
  name: 'InstrumentBars',
  schema: instrumentBarsSchema,
  fields: {
    recorded: 'They aren’t stored bars, but recorded history that ships with the product.',
    bars: 'Oldest first, adjusted for later splits and dividends. `time` is the start of the bar in milliseconds since the epoch, UTC; `volume` is null if the source has none.',
    sessions:
      'Trading sessions that these bars began in, for timeframes under a day. `regular`: the regular hours, for symbols that also trade before and after them.',
    next: 'Pass it as `cursor` to get older bars; null if there are none.',
  },
});

export const INSTRUMENTS = endpoints('Rules', {
  list: {
    method: 'get',
    path: '/instruments',
    needs: 'rules:read',
    demo: true,
    summary: 'List instruments',
    description:
      'Shared symbols and those your workspace imported, with exchange, currency, price step, trading hours, splits, and the timeframes with stored bars. Sorted by symbol. A search lists exact matches first, then symbols that start with the query, with or without an exchange prefix.',
    query: {
      q: { says: 'Part of the symbol or name.' },
      limit: { says: 'Rows per page, 1 to 500. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page of the same search.' },
    },
    answer: { status: 200, says: 'A page.', schema: InstrumentPage },
    errors: ['validation_failed'],
    example: { query: 'q=SPX' },
  },
  one: {
    method: 'get',
    path: '/instruments/{symbol}',
    needs: 'rules:read',
    demo: true,
    summary: 'One instrument',
    description:
      'With its last price, market hours, splits and dividends, the range of stored bars of each timeframe, data quality, and your rules that use it.',
    params: { symbol: 'The symbol, in upper or lower case.' },
    answer: { status: 200, says: 'The instrument.', schema: InstrumentDetail },
    errors: ['not_found'],
    example: { params: { symbol: 'SPX' } },
  },
  bars: {
    method: 'get',
    path: '/instruments/{symbol}/bars',
    needs: 'rules:read',
    demo: true,
    summary: 'Bars of an instrument',
    description:
      'Bars of a timeframe, newest page first, each page oldest first. Prices are adjusted for later splits and dividends, as rules see them.',
    params: { symbol: 'The symbol, in upper or lower case.' },
    query: {
      timeframe: {
        says: 'Timeframe, such as `1d`; `1M` is a month. One that isn’t stored is built from smaller bars. Default: `1d`.',
      },
      limit: { says: 'Bars per page, 1 to 1,000. Default: 300.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'A page of bars; empty if none are stored.', schema: InstrumentBars },
    errors: ['not_found', 'validation_failed', 'demo_no_prices'],
    example: { params: { symbol: 'SPX' }, query: 'timeframe=1d&limit=5' },
  },
});
