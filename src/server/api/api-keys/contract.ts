import {
  KEYS_MAX,
  KEY_SCOPES,
  apiKeyFormSchema,
  apiKeySchema,
  apiKeysSchema,
  currentKeySchema,
  newApiKeySchema,
} from '#src/shared/api-keys.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ApiKey = component({
  name: 'ApiKey',
  schema: apiKeySchema,
  fields: {
    hint: 'Its first characters.',
    madeBy: 'The creator’s name at the time.',
    makerLeft: 'The creator is no longer a member. The key still works.',
    lastUsedAt: 'To the minute.',
    lastUsedNetwork: 'The network it was used from; null where that cannot be known.',
  },
});
const ApiKeys = component({
  name: 'ApiKeys',
  schema: apiKeysSchema,
  fields: { inPlan: 'False: the plan has no API access, and every key is refused until it has.' },
  holds: [ApiKey],
});
const ApiKeyForm = component({
  name: 'ApiKeyForm',
  schema: apiKeyFormSchema,
  fields: {
    expiresInDays: 'Left out or null: until it is revoked.',
    password: 'Of the person; needed unless the sign-in is less than ten minutes old.',
  },
});
const NewApiKey = component({
  name: 'NewApiKey',
  schema: newApiKeySchema,
  fields: { key: 'Told this once.' },
});
const CurrentKey = component({ name: 'CurrentKey', schema: currentKeySchema });

const scopes = Object.entries(KEY_SCOPES)
  .map(([scope, { label }]) => `\`${scope}\` (${label.toLowerCase()})`)
  .join(', ');

export const API_KEYS = endpoints('Keys', {
  list: {
    method: 'get',
    path: '/keys',
    needs: 'keys:read',
    summary: 'API keys',
    description:
      'The keys of the workspace that were not revoked, newest first. What a key is itself, nobody is told again.',
    answer: { status: 200, says: 'Newest first.', schema: ApiKeys },
  },
  make: {
    method: 'post',
    path: '/keys',
    needs: 'keys:write',
    summary: 'Make an API key',
    description: `The answer contains the key, shown only once. It can do what its scopes allow and nothing else: ${scopes}. You can’t grant a scope that your own role doesn’t have. A workspace can have ${KEYS_MAX} keys.`,
    body: { schema: ApiKeyForm, required: true },
    answer: { status: 201, says: 'The key.', schema: NewApiKey },
    errors: [
      'bad_json',
      'validation_failed',
      'confirm_email_first',
      'recent_sign_in_needed',
      'over_request_rate_limit',
      'too_many_keys',
    ],
    keepsAnswer: false,
    example: {
      body: {
        name: 'Nightly report',
        scopes: ['alerts:read', 'alerts:run'],
        expiresInDays: 90,
        password: 'correct horse 1!',
      },
    },
  },
  revoke: {
    method: 'delete',
    path: '/keys/{id}',
    needs: 'keys:write',
    whileReadOnly: true,
    summary: 'Revoke an API key',
    description:
      'It is refused everywhere within five seconds, and its streams end. This cannot be taken back.',
    params: { id: 'The key’s id.' },
    answer: { status: 204, says: 'It is revoked.' },
    errors: ['not_found'],
    example: { params: { id: '$KEY_ID' } },
  },
  current: {
    method: 'get',
    path: '/keys/current',
    needs: 'workspace:read',
    summary: 'The key that asks',
    description:
      'What this key is called, what it may do, how long it lives and where it works. For a program to say at its start what it has in hand.',
    answer: { status: 200, says: 'The key, without itself.', schema: CurrentKey },
    errors: ['not_found'],
    example: { with: 'key' },
  },
});
