import { instrumentDetailSchema, instrumentPageSchema, instrumentSchema } from '#src/shared/rules/stored.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Instrument = component({
  name: 'Instrument',
  schema: instrumentSchema,
  fields: {
    exchange: 'Where it is traded; null where nobody said.',
    tickSize: 'The smallest step of its price; null where nobody said.',
    session: 'The calendar it trades by.',
    simulated: 'Nothing of it is or was ever traded.',
    own: 'The workspace brought it in itself, or by its own key; nobody else sees it.',
    delayMinutes: 'How much later than they were paid its prices come; null where they come at once.',
    splits: 'In order of time: from that day on, one old is `ratio` new ones.',
  },
});
const InstrumentPage = component({
  name: 'InstrumentPage',
  schema: instrumentPageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [Instrument],
});
const InstrumentDetail = component({
  name: 'InstrumentDetail',
  schema: instrumentDetailSchema,
  fields: {
    history: 'Where its first bar of each size begins, and its last.',
    rules:
      'Those of the workspace that look at it: set on it, on a watchlist with it, or comparing with it. `items` are the first 50 by name.',
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
      'What can be watched, a page at a time, with its exchange, currency, smallest price step, trading hours and splits, and the timeframes that bars are stored of: what is shared, and what the workspace imported. By symbol; of a search the symbol itself first, then those that begin with it, also after the name of an exchange.',
    query: {
      q: { says: 'Part of the symbol or of the name.' },
      limit: { says: 'Rows of a page: 1 to 500, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before, of the same search.' },
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
      'With where the stored bars of each timeframe begin and end, and the rules of the workspace that look at it.',
    params: { symbol: 'Its symbol, in letters of any case.' },
    answer: { status: 200, says: 'The instrument.', schema: InstrumentDetail },
    errors: ['not_found'],
    example: { params: { symbol: 'SPX' } },
  },
});
