import {
  QUARANTINE_REASONS,
  feedHappeningSchema,
  feedSchema,
  feedWatchFormSchema,
  feedWatchSchema,
  feedWatchesSchema,
  foundSymbolsSchema,
  feedsSchema,
  quarantinePageSchema,
  quarantinedSchema,
} from '#src/shared/feeds.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Feed = component({
  name: 'Feed',
  schema: feedSchema,
  fields: {
    own: 'It uses your workspace’s own key, for your workspace only.',
    operatorKey:
      'For a feed that uses the operator’s key: whether its alerts may be posted in public, and what its data may be used for. Null for other feeds.',
    delayMinutes: 'Delay of its prices in minutes; null for real-time prices.',
    example: 'A symbol in this exchange’s spelling.',
    problem: 'Why it isn’t live; null if nothing is wrong.',
    since: 'When its state last changed; null if it was never used.',
    lagMs: 'Time between the exchange’s clock and ours for the newest trade.',
    silent:
      'Watched symbols without prices while other symbols of the feed have them. A feed uses several connections.',
    counts: 'Totals. `filled`: trades fetched over REST; `lost`: trades that can’t be fetched anymore.',
  },
});
const FeedHappening = component({
  name: 'FeedHappening',
  schema: feedHappeningSchema,
  fields: { problem: 'Details; may be empty.' },
});
const Feeds = component({
  name: 'Feeds',
  schema: feedsSchema,
  fields: { happenings: 'The latest twelve, newest first.' },
  holds: [Feed, FeedHappening],
});
const FeedWatches = component({ name: 'FeedWatches', schema: feedWatchesSchema });
const FoundSymbols = component({
  name: 'FoundSymbols',
  schema: foundSymbolsSchema,
  fields: {
    items:
      'Exact matches first, then symbols that start with the query, the best known first. Pass `feed` and `symbol` to watch one; `feed` is null for a stock that needs a source with a key. `venue` is the exchange that lists a stock. `price` and `priceAt` are of the newest trade stored here, or of the newest bar if that began later; null if there is neither; `delayMinutes` is null in real time; `closed` says whether the market is closed now, null if unknown.',
    loading: 'Feeds whose symbols are still loading. Search again in a moment.',
  },
});
const FeedWatchForm = component({
  name: 'FeedWatchForm',
  schema: feedWatchFormSchema,
  fields: { feed: 'Name of the feed.', symbol: 'In the exchange’s spelling.' },
});
const FeedWatch = component({
  name: 'FeedWatch',
  schema: feedWatchSchema,
  fields: {
    id: 'The instrument’s id.',
    symbol: 'In the exchange’s spelling.',
    instrument: 'Its name in rules and alerts.',
    tickSize: 'Smallest price step; null if the exchange doesn’t publish it.',
    session: 'Its trading calendar.',
    price: 'Price of the newest trade, as the exchange sent it.',
    barsUntil: 'All bars that ended by then are stored and evaluated.',
    refused: 'Why the exchange rejects the symbol; null if it doesn’t.',
    delayMinutes: 'Delay of its prices in minutes; null for real-time prices.',
    halted: 'When and why trading was halted; null if it’s trading.',
  },
});
const Quarantined = component({
  name: 'Quarantined',
  schema: quarantinedSchema,
  fields: {
    feed: 'The name of a feed, or `import` for a row of a file.',
    symbol: 'Null for a message without a symbol.',
    sample: 'The first one as received, up to 500 characters.',
    count:
      'How many had this reason and symbol within a minute. Each line of a file has its own row; the hundredth row also counts the lines after it.',
    file: 'The imported file it was in; null for a message of a feed.',
    line: 'Line in the file, counted from 1.',
    suspectedSplit: 'For rows with reason `suspected_split`, until you confirm or dismiss it with this `id`.',
  },
});
const QuarantinePage = component({
  name: 'QuarantinePage',
  schema: quarantinePageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [Quarantined],
});

export const FEEDS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/feeds',
    needs: 'feeds:read',
    summary: 'List feeds',
    description:
      'All market data feeds of this installation: whether each is live, how far it is behind the exchange’s clock, its counters, and what happened lately. A feed connects while at least one of its symbols is watched. Simulated feeds have made-up prices for testing.',
    answer: { status: 200, says: 'The feeds, and recent events, newest first.', schema: Feeds },
  },
  watches: {
    method: 'get',
    path: '/feeds/watches',
    needs: 'feeds:read',
    summary: 'List watched symbols',
    description:
      'The symbols your workspace watches, with exchange, currency, price step, trading hours, newest price, and the time up to which bars are stored.',
    answer: { status: 200, says: 'By feed and symbol.', schema: FeedWatches },
  },
  search: {
    method: 'get',
    path: '/feeds/symbols',
    needs: 'feeds:read',
    summary: 'Search symbols',
    description:
      'Searches all feeds your workspace can use, by ticker, symbol, name, alias such as `bitcoin` or `google`, or ISIN if known. Each feed’s list of symbols is loaded on the first search and refreshed daily.',
    query: {
      q: { says: 'The search text.' },
      limit: { says: 'Number of results, 1 to 50. Default: 50.', type: 'integer' },
    },
    answer: { status: 200, says: 'Matching symbols.', schema: FoundSymbols },
    errors: ['validation_failed'],
    example: { query: 'q=alder' },
  },
  watch: {
    method: 'post',
    path: '/feeds/watches',
    needs: 'feeds:write',
    summary: 'Watch a symbol',
    description:
      'Checks the symbol at the exchange and starts to store its bars, so that rules can use it. Watching a symbol twice changes nothing. You can watch 500 symbols.',
    body: { schema: FeedWatchForm, required: true },
    answer: { status: 201, says: 'The symbol is watched.', schema: FeedWatch },
    errors: ['bad_json', 'validation_failed', 'feed_unreachable', 'feed_full'],
    example: { body: { feed: 'simulated', symbol: 'SIM-ALDER' } },
  },
  unwatch: {
    method: 'delete',
    path: '/feeds/watches/{id}',
    needs: 'feeds:write',
    whileReadOnly: true,
    summary: 'Unwatch a symbol',
    description:
      'Your workspace no longer watches the symbol. Its bars stay, and active rules on it keep working.',
    params: { id: 'The id of the watched symbol.' },
    answer: { status: 204, says: 'The symbol is no longer watched.' },
    errors: ['not_found'],
    example: { params: { id: '$WATCH_ID' } },
  },
  quarantine: {
    method: 'get',
    path: '/feeds/quarantine',
    needs: 'feeds:read',
    summary: 'List quarantined data',
    description:
      'Messages of feeds and rows of imported files that can’t be right, with the reason. They are in no bar and trigger no alert. Lists the symbols your workspace watches or imported, and messages without a symbol. Repeats within a minute are one row with a count; rows of a file have their line. Kept for 30 days.',
    query: {
      feed: { says: 'Name of a feed, or `import` for rows of files. Default: all.' },
      reason: {
        says: `One of ${Object.keys(QUARANTINE_REASONS)
          .map((name) => `\`${name}\``)
          .join(', ')}.`,
      },
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: QuarantinePage },
    errors: ['validation_failed'],
    example: { query: 'feed=simulated&limit=10' },
  },
});
