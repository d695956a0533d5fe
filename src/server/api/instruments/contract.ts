import { instrumentDetailSchema, instrumentPageSchema, instrumentSchema } from '#src/shared/rules/stored.ts';
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
    history: 'Start of the first and last bar of each timeframe.',
    rules:
      'Rules of the workspace that use it: directly, through a watchlist, or for comparison. `items` has the first 50 by name.',
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
    description: 'With the range of stored bars of each timeframe, and your rules that use it.',
    params: { symbol: 'The symbol, in upper or lower case.' },
    answer: { status: 200, says: 'The instrument.', schema: InstrumentDetail },
    errors: ['not_found'],
    example: { params: { symbol: 'SPX' } },
  },
});
