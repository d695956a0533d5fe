import type { ErrorCode } from '../errors.ts';
import type { Need } from '../permissions.ts';
import type { SchemaName } from './schemas.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** A word of a query: it may be left out unless it is required. */
export type QueryWord = {
  says: string;
  type?: 'integer' | 'date' | 'uuid';
  many?: true;
  required?: true;
};

/** One address of /api/v1. A route without its line here, or a line without its route, fails a test. */
export type Endpoint = {
  method: Method;
  /** Below /api/v1, parameters in braces. */
  path: string;
  group:
    | 'Workspace'
    | 'Alerts'
    | 'Rules'
    | 'Outside'
    | 'Feeds'
    | 'Documents'
    | 'Keys'
    | 'Team'
    | 'Plans'
    | 'Account';
  summary: string;
  description: string;
  /** What whoever asks must be allowed (permissions.ts); `open` answers without a token. */
  needs: Need | 'open';
  /** Whether visitors of the public demo may read it; only what is marked is answered to them. */
  demo?: true;
  /** A change that a read-only workspace may make too: what leads out of it. What is a person's own always may. */
  whileReadOnly?: true;
  /** Concerns the person and no workspace of his: a workspace that the request names is not looked at. */
  anywhere?: true;
  /** Names of the path's parameters, and what they are. */
  params?: Record<string, string>;
  /** What may stand behind the question mark; `many` may stand there several times. */
  query?: Record<string, QueryWord>;
  body?: { schema: SchemaName; required: boolean } | { bytes: string };
  answer: { status: number; says: string; schema?: SchemaName; type?: string };
  /** Beside those that every address may answer. */
  errors?: readonly ErrorCode[];
  /** False: its answer is secret, and not kept for whoever asks again with the same Idempotency-Key. */
  keepsAnswer?: false;
  /** What the example sends; `with` a key where only a key will do; `file` is the name of one that the reader has. */
  example?: {
    with?: 'key';
    params?: Record<string, string>;
    query?: string;
    body?: unknown;
    file?: string;
    stays?: true;
    workspace?: string;
  };
};

/** Every address that asks for a token may answer these. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'no_authorization',
  'bad_jwt',
  'user_not_found',
  'session_not_found',
  'user_banned',
  'insufficient_aal',
  'no_workspace',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'workspace_not_found',
  'api_not_in_plan',
  'over_request_rate_limit',
];

/** Whether a read-only workspace refuses this (src/server/api/writable.ts). */
export const isRefusedReadOnly = ({
  method,
  needs,
  whileReadOnly,
}: Pick<Endpoint, 'method' | 'needs' | 'whileReadOnly'>): boolean =>
  method !== 'get' && needs !== 'self' && needs !== 'open' && !whileReadOnly;
