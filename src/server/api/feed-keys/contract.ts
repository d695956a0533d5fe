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
    feed: 'Name of its feed. Use it to watch symbols.',
    hint: 'The end of the key ID. The key itself is never returned.',
    plan: 'What the account at the source includes.',
    extended: 'Whether newly watched symbols include pre-market and after-hours trading.',
    delayMinutes: 'Delay of its prices in minutes; null for real-time prices.',
    symbols: 'Number of watched symbols, and the plan’s limit; null for no limit.',
    license: 'What the data may be used for.',
  },
});
const FeedKeys = component({ name: 'FeedKeys', schema: feedKeysSchema, holds: [FeedKey] });
const FeedKeyForm = component({
  name: 'FeedKeyForm',
  schema: feedKeyFormSchema,
  fields: {
    provider: PROVIDER,
    keyId: 'For sources that use key IDs.',
    plan: `What the account includes: ${MARKET_DATA.map(
      ({ title, plans }) => `${title}: ${plans.map(({ id }) => `\`${id}\``).join(', ')}`,
    ).join('; ')}. Default: the first.`,
    extended: 'Include pre-market and after-hours bars. Default: false.',
  },
});
const FeedKeyCheck = component({
  name: 'FeedKeyCheck',
  schema: feedKeyCheckSchema,
  fields: { says: 'A message for people: what is wrong, and what to do.' },
});

const params = { provider: PROVIDER };

export const FEED_KEYS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/feed-keys',
    needs: 'feeds:read',
    summary: 'List market data keys',
    description:
      'Market data sources, such as for stocks, that the workspace uses with its own key. `GET /feeds` shows their status.',
    answer: { status: 200, says: 'By source.', schema: FeedKeys },
  },
  connect: {
    method: 'post',
    path: '/feed-keys',
    needs: 'feeds:connect',
    summary: 'Connect a source with a key',
    description:
      'We check the key at the source and store it encrypted. You can then watch symbols of its feed, in this workspace only. If the source is already connected, its key is replaced and its symbols stay. A source allows one connection per key, so you can connect a key in one workspace only.',
    body: { schema: FeedKeyForm, required: true },
    answer: { status: 201, says: 'The source is connected.', schema: FeedKey },
    errors: ['bad_json', 'validation_failed', 'feed_unreachable'],
    example: { body: { provider: 'alpaca', keyId: '$ALPACA_KEY_ID', secret: '$ALPACA_SECRET', plan: 'iex' } },
  },
  check: {
    method: 'post',
    path: '/feed-keys/{provider}/check',
    needs: 'feeds:connect',
    summary: 'Check a key',
    description: 'Asks the source whether the stored key still works. Nothing changes.',
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
      'Deletes the key and unwatches its symbols. Their bars and alerts stay. Rules on them stop triggering until you connect the source again.',
    params,
    answer: { status: 204, says: 'It’s removed.' },
    errors: ['not_found'],
    example: { params: { provider: 'alpaca' } },
  },
});
