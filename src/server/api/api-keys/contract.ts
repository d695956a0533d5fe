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
    lastUsedAt: 'Accurate to the minute.',
    lastUsedNetwork: 'Network it was last used from; null if unknown.',
  },
});
const ApiKeys = component({
  name: 'ApiKeys',
  schema: apiKeysSchema,
  fields: { inPlan: 'If false, the plan has no API access, and all keys are rejected.' },
  holds: [ApiKey],
});
const ApiKeyForm = component({
  name: 'ApiKeyForm',
  schema: apiKeyFormSchema,
  fields: {
    expiresInDays: 'Null or left out: no expiry.',
    password: 'Your password; required unless you signed in less than ten minutes ago.',
  },
});
const NewApiKey = component({
  name: 'NewApiKey',
  schema: newApiKeySchema,
  fields: { key: 'Shown once.' },
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
    summary: 'List API keys',
    description:
      'Keys of the workspace that aren’t revoked, newest first. The key itself is never shown again.',
    answer: { status: 200, says: 'Newest first.', schema: ApiKeys },
  },
  make: {
    method: 'post',
    path: '/keys',
    needs: 'keys:write',
    summary: 'Create an API key',
    description: `The response contains the key, shown only once. Its scopes set what it can do: ${scopes}. You can’t grant a scope that your own role doesn’t have. A workspace can have ${KEYS_MAX} keys.`,
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
    description: 'It’s rejected everywhere within five seconds, and its streams end. This can’t be undone.',
    params: { id: 'The key’s id.' },
    answer: { status: 204, says: 'The key is revoked.' },
    errors: ['not_found'],
    example: { params: { id: '$KEY_ID' } },
  },
  current: {
    method: 'get',
    path: '/keys/current',
    needs: 'workspace:read',
    summary: 'Get the current key',
    description:
      'Name, scopes, expiry and workspace of the key used for the request. Useful for a check at start-up.',
    answer: { status: 200, says: 'The key, without itself.', schema: CurrentKey },
    errors: ['not_found'],
    example: { with: 'key' },
  },
});
