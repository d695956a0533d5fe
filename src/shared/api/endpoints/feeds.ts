import type { Endpoint } from '../endpoint.ts';

export const FEEDS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/feeds',
    needs: 'feeds:read',
    group: 'Feeds',
    summary: 'List feeds',
    description:
      'Every feed of market data that this installation may use: whether it is live, how far behind the exchange’s clock it is, what it has counted, and what happened to it lately. A feed connects while somebody watches a symbol of it. Nothing of a simulated feed is or was ever traded.',
    answer: { status: 200, says: 'The feeds, and the latest happenings, newest first.', schema: 'Feeds' },
  },
  {
    method: 'get',
    path: '/feeds/watches',
    needs: 'feeds:read',
    group: 'Feeds',
    summary: 'List watched symbols',
    description:
      'The instruments that the workspace watches, each with its exchange, currency, smallest price step and trading hours, its newest price, and the moment until which its bars are stored.',
    answer: { status: 200, says: 'By feed and symbol.', schema: 'FeedWatches' },
  },
  {
    method: 'post',
    path: '/feeds/watches',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Watch a symbol',
    description:
      'The exchange is asked whether it knows the symbol. From then on its trades become bars, and rules can be set on it. Watching what is watched already changes nothing. 50 symbols are the limit.',
    body: { schema: 'FeedWatchForm', required: true },
    answer: { status: 201, says: 'It is watched.', schema: 'FeedWatch' },
    errors: ['bad_json', 'validation_failed', 'feed_unreachable'],
    example: { body: { feed: 'simulated', symbol: 'SIM-ALDER' } },
  },
  {
    method: 'delete',
    path: '/feeds/watches/{id}',
    needs: 'feeds:write',
    whileReadOnly: true,
    group: 'Feeds',
    summary: 'Leave a symbol',
    description:
      'It is not watched for this workspace any more. Active rules on it keep it coming; its bars stay.',
    params: { id: 'The id of the watched symbol.' },
    answer: { status: 204, says: 'It is left.' },
    errors: ['not_found'],
    example: { params: { id: '$WATCH_ID' } },
  },
  {
    method: 'get',
    path: '/feeds/quarantine',
    needs: 'feeds:read',
    group: 'Feeds',
    summary: 'List what was put aside',
    description:
      'What feeds said that could not be believed, with the reason: it made no bar and alerted nobody. Of the symbols that the workspace watches, and of messages about none. The same reason for the same symbol within a minute is one row with a count. Kept for 30 days.',
    query: {
      feed: { says: 'Name of a feed; all of them unless told.' },
      reason: { says: '`malformed`, `number`, `not_positive`, `time`, `order` or `unit`.' },
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: 'QuarantinePage' },
    errors: ['validation_failed'],
    example: { query: 'feed=simulated&limit=10' },
  },
];
