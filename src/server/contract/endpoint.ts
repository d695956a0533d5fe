import type * as z from 'zod/mini';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import type { Need } from '#src/shared/permissions.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** A parameter of the query string, optional unless `required`. */
export type QueryWord = {
  says: string;
  type?: 'integer' | 'date' | 'uuid';
  /** May be repeated. */
  many?: true;
  required?: true;
};

/** A named schema of the OpenAPI document: the one that the program itself reads and writes with. */
export type Component<S extends z.ZodMiniType = z.ZodMiniType> = {
  name: string;
  schema: S;
  /** What a field means, where its name doesn't say it. */
  fields?: Readonly<Record<string, string>>;
  /** Components within this one that no endpoint names itself. */
  holds?: readonly Component[];
};
export const component = <S extends z.ZodMiniType>(declared: Component<S>): Component<S> => declared;

/**
 * A limit of the body's size beside the general one of /api/v1. `piecemeal`: the handler reads the body piece by piece
 * and counts it itself.
 */
type BodyLimit = { bytes: number; says: string; piecemeal?: true };

/** An endpoint of /api/v1: the route, its checks, the OpenAPI document and the reference are made from it. */
export type Endpoint = {
  method: Method;
  /** Below /api/v1, parameters in braces. */
  path: string;
  group:
    | 'Workspace'
    | 'Alerts'
    | 'Channels'
    | 'Rules'
    | 'Outside'
    | 'Feeds'
    | 'People'
    | 'Documents'
    | 'Keys'
    | 'Team'
    | 'Plans'
    | 'Account';
  summary: string;
  description: string;
  /** The permission it takes (permissions.ts); `open` answers without a token. */
  needs: Need | 'open';
  /** Whether visitors of the public demo may read it. */
  demo?: true;
  /** A POST that only computes its answer: with `demo`, visitors may send it. */
  computes?: true;
  /** Allowed in a read-only workspace although it changes something: cancel, remove, revoke. */
  whileReadOnly?: true;
  /** Concerns the person and no workspace; a workspace named in the request is ignored. */
  anywhere?: true;
  /** Makes the workspace in which the answer to its Idempotency-Key is kept. Only with `anywhere`. */
  startsWorkspace?: true;
  /** Topics that open screens refetch after it, where its service doesn't announce them. */
  tells?: readonly LiveTopic[];
  /** What each parameter of the path is. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, QueryWord>>;
  body?: { schema: Component; required: boolean; limit?: BodyLimit } | { bytes: string; limit: BodyLimit };
  answer: { status: number; says: string; schema?: Component; type?: string };
  /** Beside those that every endpoint may answer. */
  errors?: readonly ErrorCode[];
  /** False: the answer is secret and isn't stored for a retry with the same Idempotency-Key. */
  keepsAnswer?: false;
  /** What the example sends; `with` a key where only a key works; `file` names a file that the reader has. */
  example?: {
    with?: 'key';
    params?: Readonly<Record<string, string>>;
    query?: string;
    body?: unknown;
    file?: string;
    stays?: true;
    workspace?: string;
  };
};

/** Declares the endpoints of a feature. Each shows up in the reference on the page of `group`. */
export function endpoints<const E extends Readonly<Record<string, Omit<Endpoint, 'group'>>>>(
  group: Endpoint['group'],
  declared: E,
): { readonly [Name in keyof E]: E[Name] & { readonly group: Endpoint['group'] } } {
  const grouped = Object.entries(declared).map(([name, endpoint]) => [name, { ...endpoint, group }]);
  return Object.fromEntries(grouped) as ReturnType<typeof endpoints<E>>;
}

/** Every endpoint that takes a token may answer these. */
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

/** Whether a read-only workspace rejects this. */
export const isRefusedReadOnly = ({
  method,
  needs,
  whileReadOnly,
}: Pick<Endpoint, 'method' | 'needs' | 'whileReadOnly'>): boolean =>
  method !== 'get' && needs !== 'self' && needs !== 'open' && !whileReadOnly;

/** A POST whose body is no file, within a workspace or making one. */
export const takesIdempotencyKey = ({
  method,
  needs,
  anywhere,
  startsWorkspace,
  body,
}: Pick<Endpoint, 'method' | 'needs' | 'anywhere' | 'startsWorkspace' | 'body'>): boolean =>
  method === 'post' &&
  needs !== 'open' &&
  (!anywhere || startsWorkspace === true) &&
  !(body && 'bytes' in body);

/** The path as the router writes it: `/rules/:id`. */
export const routePath = ({ path }: Pick<Endpoint, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
