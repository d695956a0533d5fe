import {
  feedKeyCheckSchema,
  feedKeyFormSchema,
  feedKeySchema,
  feedKeysSchema,
  MARKET_DATA,
} from '#src/shared/market-data.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const PROVIDERS = MARKET_DATA.map(({ id }) => `\`${id}\``).join(', ');
const PROVIDER = `One of ${PROVIDERS}.`;

const FeedKey = component({
  name: 'FeedKey',
  schema: feedKeySchema,
  fields: {
    feed: 'The name of its feed, to watch symbols of.',
    hint: 'The end of the key ID. The key itself is never returned.',
    plan: 'What the account at the source includes.',
    extended: 'Symbols that are watched from now on trade in pre-market and after-hours too.',
    delayMinutes: 'How much later than they were paid its prices come; null where they come at once.',
    symbols: 'How many are watched, and how many the plan allows; null where there is no limit.',
    license: 'What the data may be used for.',
  },
});
const FeedKeys = component({ name: 'FeedKeys', schema: feedKeysSchema, holds: [FeedKey] });
const FeedKeyForm = component({
  name: 'FeedKeyForm',
  schema: feedKeyFormSchema,
  fields: {
    provider: PROVIDER,
    keyId: 'Where the source names its keys.',
    plan: `What the account includes: ${MARKET_DATA.map(
      ({ title, plans }) => `${title}: ${plans.map(({ id }) => `\`${id}\``).join(', ')}`,
    ).join('; ')}. The first unless told.`,
    extended: 'Also bars of pre-market and after-hours; false unless told.',
  },
});
const FeedKeyCheck = component({
  name: 'FeedKeyCheck',
  schema: feedKeyCheckSchema,
  fields: { says: 'For people: what is wrong, and what to do.' },
});

const params = { provider: PROVIDER };

export const FEED_KEYS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/feed-keys',
    needs: 'feeds:read',
    summary: 'List keys of market data',
    description:
      'The sources of market data, such as of stocks, that the workspace uses with a key of its own. How each is doing stands among the feeds.',
    answer: { status: 200, says: 'By source.', schema: FeedKeys },
  },
  connect: {
    method: 'post',
    path: '/feed-keys',
    needs: 'feeds:connect',
    summary: 'Connect a source with a key',
    description:
      'The source is asked whether the key works before it is kept, encrypted. From then on symbols of its feed can be watched, for this workspace alone. Where the source is connected already, its key is replaced, and its symbols stay. A source allows one connection for a key: the same key can be connected in one workspace only.',
    body: { schema: FeedKeyForm, required: true },
    answer: { status: 201, says: 'It is connected.', schema: FeedKey },
    errors: ['bad_json', 'validation_failed', 'feed_unreachable'],
    example: { body: { provider: 'alpaca', keyId: '$ALPACA_KEY_ID', secret: '$ALPACA_SECRET', plan: 'iex' } },
  },
  check: {
    method: 'post',
    path: '/feed-keys/{provider}/check',
    needs: 'feeds:connect',
    summary: 'Check a key',
    description: 'Asks the source whether the kept key still works. Nothing changes.',
    params,
    answer: { status: 200, says: 'Whether it works.', schema: FeedKeyCheck },
    errors: ['not_found', 'feed_unreachable'],
    example: { params: { provider: 'alpaca' } },
  },
  remove: {
    method: 'delete',
    path: '/feed-keys/{provider}',
    needs: 'feeds:connect',
    whileReadOnly: true,
    summary: 'Remove a key',
    description:
      'The key is deleted and its symbols are left. Their bars and alerts stay; rules on them trigger no more until the source is connected again.',
    params,
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found'],
    example: { params: { provider: 'alpaca' } },
  },
});
