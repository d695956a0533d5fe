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
    own: 'It works with the workspace’s own key, for the workspace alone.',
    operatorKey:
      'Of a feed that works with a key of the operator’s: whether alerts on it may go where anyone can read them, and what its data may be used for. Null for others.',
    delayMinutes: 'How much later than they were paid its prices come; null where they come at once.',
    example: 'A symbol as this exchange writes it.',
    problem: 'Why it is not live; null where nothing is wrong.',
    since: 'Since when its state is what it is; null where it was never needed.',
    lagMs: 'From the exchange’s clock to ours, of the newest trade.',
    silent:
      'Symbols the workspace watches that give no prices while others of the feed do: its symbols come over several connections.',
    counts: 'Since the beginning. `filled`: trades fetched over REST; `lost`: that nobody has any more.',
  },
});
const FeedHappening = component({
  name: 'FeedHappening',
  schema: feedHappeningSchema,
  fields: { problem: 'What is known of it; may be empty.' },
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
      'What is meant exactly first, then what begins so, the best known before others. `feed` and `symbol` are what a watch takes; `feed` is null for a stock that takes a source with a key. `venue` is the exchange that lists a stock.',
    loading: 'Feeds whose list is being read for the first time: search again in a moment.',
  },
});
const FeedWatchForm = component({
  name: 'FeedWatchForm',
  schema: feedWatchFormSchema,
  fields: { feed: 'Name of the feed.', symbol: 'As the exchange writes it.' },
});
const FeedWatch = component({
  name: 'FeedWatch',
  schema: feedWatchSchema,
  fields: {
    id: 'Of the instrument.',
    symbol: 'As the exchange writes it.',
    instrument: 'As it is called here, in rules and alerts.',
    tickSize: 'The smallest step of its price; null where the exchange does not say.',
    session: 'The calendar it trades by.',
    price: 'Of the newest trade, as the exchange wrote it.',
    barsUntil: 'Every bar that ended by then is stored, and rules have seen it.',
    refused: 'Why the exchange does not give it; null where it does.',
    delayMinutes: 'How much later than they were paid its prices come; null where they come at once.',
    halted: 'Since when its trading is halted, and why; null where it is traded.',
  },
});
const Quarantined = component({
  name: 'Quarantined',
  schema: quarantinedSchema,
  fields: {
    feed: 'The name of a feed, or `import` for a row of a file.',
    symbol: 'Null for a message about none.',
    sample: 'The first of them as it was received, cut to 500 characters.',
    count:
      'Of this reason and symbol, within one minute. A line of a file has a row of its own; the last of a hundred counts those after it as well.',
    file: 'The imported file that it stood in; null for what a feed said.',
    line: 'The line of the file, its first being 1.',
    suspectedSplit:
      'Of a row with reason `suspected_split`, until it is settled: confirm or dismiss it with its `id`.',
  },
});
const QuarantinePage = component({
  name: 'QuarantinePage',
  schema: quarantinePageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [Quarantined],
});

export const FEEDS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/feeds',
    needs: 'feeds:read',
    summary: 'List feeds',
    description:
      'Every feed of market data that this installation may use: whether it is live, how far behind the exchange’s clock it is, what it has counted, and what happened to it lately. A feed connects while somebody watches a symbol of it. Nothing of a simulated feed is or was ever traded.',
    answer: { status: 200, says: 'The feeds, and the latest happenings, newest first.', schema: Feeds },
  },
  watches: {
    method: 'get',
    path: '/feeds/watches',
    needs: 'feeds:read',
    summary: 'List watched symbols',
    description:
      'The instruments that the workspace watches, each with its exchange, currency, smallest price step and trading hours, its newest price, and the moment until which its bars are stored.',
    answer: { status: 200, says: 'By feed and symbol.', schema: FeedWatches },
  },
  search: {
    method: 'get',
    path: '/feeds/symbols',
    needs: 'feeds:read',
    summary: 'Search symbols',
    description:
      'Searches the symbols of all feeds that the workspace may use: by ticker, symbol, name, other names such as `bitcoin` or `google`, or ISIN where it is known. A feed’s list is read from its exchange when it is first searched, and again after a day.',
    query: {
      q: { says: 'What to look for.' },
      limit: { says: 'Results: 1 to 50, 50 unless told.', type: 'integer' },
    },
    answer: { status: 200, says: 'What was found.', schema: FoundSymbols },
    errors: ['validation_failed'],
    example: { query: 'q=alder' },
  },
  watch: {
    method: 'post',
    path: '/feeds/watches',
    needs: 'feeds:write',
    summary: 'Watch a symbol',
    description:
      'The exchange is asked whether it knows the symbol. From then on its trades become bars, and rules can be set on it. Watching what is watched already changes nothing. 500 symbols are the limit.',
    body: { schema: FeedWatchForm, required: true },
    answer: { status: 201, says: 'It is watched.', schema: FeedWatch },
    errors: ['bad_json', 'validation_failed', 'feed_unreachable', 'feed_full'],
    example: { body: { feed: 'simulated', symbol: 'SIM-ALDER' } },
  },
  unwatch: {
    method: 'delete',
    path: '/feeds/watches/{id}',
    needs: 'feeds:write',
    whileReadOnly: true,
    summary: 'Leave a symbol',
    description:
      'It is not watched for this workspace any more. Active rules on it keep it coming; its bars stay.',
    params: { id: 'The id of the watched symbol.' },
    answer: { status: 204, says: 'It is left.' },
    errors: ['not_found'],
    example: { params: { id: '$WATCH_ID' } },
  },
  quarantine: {
    method: 'get',
    path: '/feeds/quarantine',
    needs: 'feeds:read',
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
    answer: { status: 200, says: 'Newest first.', schema: QuarantinePage },
    errors: ['validation_failed'],
    example: { query: 'feed=simulated&limit=10' },
  },
});
