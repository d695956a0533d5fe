import { KEY_SCOPES, KEYS_MAX } from '../../api-keys.ts';
import type { Endpoint } from '../endpoint.ts';

const scopes = Object.entries(KEY_SCOPES)
  .map(([scope, { label }]) => `\`${scope}\` (${label.toLowerCase()})`)
  .join(', ');

export const KEYS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/keys',
    needs: 'keys:read',
    group: 'Keys',
    summary: 'API keys',
    description:
      'The keys of the workspace that were not revoked, newest first. What a key is itself, nobody is told again.',
    answer: { status: 200, says: 'Newest first.', schema: 'ApiKeys' },
  },
  {
    method: 'post',
    path: '/keys',
    needs: 'keys:write',
    group: 'Keys',
    summary: 'Make an API key',
    description: `The answer tells the key, this once. It may do what its scopes say, and nothing else: ${scopes}. Whoever makes it must be allowed that himself. ${KEYS_MAX} are the limit.`,
    body: { schema: 'ApiKeyForm', required: true },
    answer: { status: 201, says: 'The key.', schema: 'NewApiKey' },
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
  {
    method: 'delete',
    path: '/keys/{id}',
    needs: 'keys:write',
    whileReadOnly: true,
    group: 'Keys',
    summary: 'Revoke an API key',
    description:
      'It is refused everywhere within five seconds, and its streams end. This cannot be taken back.',
    params: { id: 'The key’s id.' },
    answer: { status: 204, says: 'It is revoked.' },
    errors: ['not_found'],
    example: { params: { id: '$KEY_ID' } },
  },
  {
    method: 'get',
    path: '/keys/current',
    needs: 'workspace:read',
    group: 'Keys',
    summary: 'The key that asks',
    description:
      'What this key is called, what it may do, how long it lives and where it works. For a program to say at its start what it has in hand.',
    answer: { status: 200, says: 'The key, without itself.', schema: 'CurrentKey' },
    errors: ['not_found'],
    example: { with: 'key' },
  },
];
