import { QUARANTINE_REASONS } from '../../feeds.ts';
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
      'What feeds said, and what stood in imported files, that could not be believed, with the reason: it made no bar and alerted nobody. Of the symbols that the workspace watches or has as its own, and of messages about none. The same reason for the same symbol within a minute is one row with a count; a row of a file names its line. Kept for 30 days.',
    query: {
      feed: { says: 'Name of a feed, or `import` for rows of files; all of them unless told.' },
      reason: {
        says: `One of ${Object.keys(QUARANTINE_REASONS)
          .map((name) => `\`${name}\``)
          .join(', ')}.`,
      },
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: 'QuarantinePage' },
    errors: ['validation_failed'],
    example: { query: 'feed=simulated&limit=10' },
  },
  {
    method: 'post',
    path: '/bars/import',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Import bars',
    description:
      'A CSV of bars (see Data formats), gzipped or not, 10 MB at most, into a symbol of the workspace’s own, which nobody else sees: rules may be set on it, replay over it, and compare others with it. The symbol is made with the first file; 50 are the limit, and none may be one that is shared. Bars that stand there so already are left alone and those that stand there otherwise replaced, so a file may be sent again. What cannot be believed, and what is not over yet, is put aside with its line and reason. Nobody is alerted of history. A file that cannot be read to its end, or whose rows are not as far apart as `timeframe` says, is refused with the line, and nothing of it is stored.',
    query: {
      symbol: { says: 'What the bars are about, like `GME`.', required: true },
      timeframe: { says: 'How long a bar is: `1m`, `5m`, `15m`, `1h`, `4h`, `1d` or `1w`.', required: true },
      timeZone: {
        says: 'The zone of times without an offset, like `America/New_York`; that of the symbol’s market unless told.',
      },
      price: { says: 'Of quote bars: `bid`, `ask` or `mid`; `bid` unless told.' },
      session: {
        says: 'When a new symbol trades: `crypto` (always, unless told), `fx`, `us-equity` or `us-equity-extended`.',
      },
      currency: { says: 'What a new symbol is priced in; `USD` unless told.' },
      file: { says: 'What the file is called, for what is put aside of it.' },
    },
    body: { bytes: 'The file, as it is.' },
    answer: { status: 200, says: 'What became of its rows.', schema: 'BarImport' },
    errors: ['validation_failed', 'request_entity_too_large', 'upload_broken', 'too_many_uploads'],
    example: { query: 'symbol=GME&timeframe=1d&session=us-equity&file=bars.csv', file: 'bars.csv' },
  },
  {
    method: 'get',
    path: '/news-sources',
    needs: 'feeds:read',
    group: 'Feeds',
    summary: 'List sources of news',
    description:
      'Where the workspace reads its news: when each was last read, what is the matter with it, and what of it was put aside lately.',
    answer: { status: 200, says: 'By name.', schema: 'NewsSources' },
    example: {},
  },
  {
    method: 'post',
    path: '/news-sources',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Add a source of news',
    description:
      'RSS or Atom, on the public internet. It is read every 5 minutes while an active rule listens to it; what it holds at the first reading makes no alerts. 20 sources are the limit.',
    body: { schema: 'NewsSourceForm', required: true },
    answer: { status: 201, says: 'The source.', schema: 'NewsSource' },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: { name: 'Market desk', url: 'https://news.example/markets.rss' } },
  },
  {
    method: 'patch',
    path: '/news-sources/{id}',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Change a source of news',
    description:
      'What is left out stays. Another address is read as a new source would be: what it holds at the first reading makes no alerts; the rules that listen to the source go on doing so.',
    params: { id: 'The id of the source.' },
    body: { schema: 'NewsSourceChange', required: true },
    answer: { status: 200, says: 'The source.', schema: 'NewsSource' },
    errors: ['bad_json', 'validation_failed', 'name_taken', 'not_found'],
    example: { params: { id: '$NEWS_SOURCE_ID' }, body: { name: 'Desk of the markets' } },
  },
  {
    method: 'delete',
    path: '/news-sources/{id}',
    needs: 'feeds:write',
    whileReadOnly: true,
    group: 'Feeds',
    summary: 'Remove a source of news',
    description: 'It is read no more. Alerts that it made stay.',
    params: { id: 'The id of the source.' },
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found'],
    example: { params: { id: '$NEWS_SOURCE_ID' } },
  },
];
