import * as z from 'zod/mini';
import { forPrograms } from '#src/shared/api-keys.ts';
import { ERRORS, type ErrorCode } from '#src/shared/errors.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_HOURS } from '#src/shared/idempotency.ts';
import { type Need, ROLES, roleMay } from '#src/shared/permissions.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { ENDPOINTS } from '../api/contract.ts';
import {
  COMMON_ERRORS,
  type Component,
  type Endpoint,
  isRefusedReadOnly,
  type QueryWord,
  takesIdempotencyKey,
} from './endpoint.ts';
import { Problem } from './problem.ts';

export type JsonSchema = { [key: string]: unknown };
type Content = Record<string, { schema?: JsonSchema }>;
export type Answer = { description: string; content?: Content };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  /** The permission of src/shared/permissions.ts, or `self` for what is the person's own. */
  'x-needs'?: Need;
  parameters?: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; description?: string; content: Content };
  responses: Record<string, Answer>;
};
type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

const ref = ({ name }: Component): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The OpenAPI 3.1 document of /api/v1, made from the contract and the program's own schemas. */
export function openApi(): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const endpoint of ENDPOINTS) {
    const methods = (paths[endpoint.path] ??= {});
    methods[endpoint.method] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteConfig.name} API`,
      version: '1',
      description: `What the account area shows, for programs. The reference with examples is at /api.`,
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: jsonSchemas(),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session, from /auth/v1/token.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'bw_live_…',
          description: 'A key of the workspace, made in the settings. What it may do is in its scopes.',
        },
      },
    },
  };
}

/** As `get-alerts-id`: the operation's id, and its anchor on the reference page. */
export const operationId = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method}${path}`.replaceAll(/[^a-z]+/g, '-').replace(/-$/, '');

const IDEMPOTENCY = {
  name: IDEMPOTENCY_HEADER,
  in: 'header' as const,
  required: false,
  description: `The request may be sent again with it, and is carried out once in ${IDEMPOTENCY_HOURS} hours.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  'idempotency_in_progress',
  'idempotency_key_reused',
  'idempotency_answer_not_kept',
];

function operationOf(endpoint: Endpoint): Operation {
  const { group, summary, description, params = {}, query = {}, body, answer } = endpoint;
  const parameters = [
    ...Object.entries(params).map(([name, says]) => ({
      name,
      in: 'path' as const,
      required: true,
      description: says,
      schema: { type: 'string', format: 'uuid' },
    })),
    ...Object.entries(query).map(([name, word]) => ({
      name,
      in: 'query' as const,
      required: word.required ?? false,
      description: word.says,
      schema: word.many ? { type: 'array', items: schemaOfWord(word) } : schemaOfWord(word),
    })),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY] : []),
  ];
  const type = answer.type ?? (answer.schema ? 'application/json' : null);
  return {
    operationId: operationId(endpoint),
    tags: [group],
    summary,
    description,
    ...accessOf(endpoint.needs),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: bodyOf(body) } : {}),
    responses: {
      [answer.status]: {
        description: answer.says,
        ...(type ? { content: { [type]: answer.schema ? { schema: ref(answer.schema) } : {} } } : {}),
      },
      ...refusals(errorsOf(endpoint)),
    },
  };
}

function bodyOf(body: NonNullable<Endpoint['body']>): NonNullable<Operation['requestBody']> {
  return 'bytes' in body
    ? { required: true, description: body.bytes, content: { 'application/octet-stream': {} } }
    : { required: body.required, content: { 'application/json': { schema: ref(body.schema) } } };
}

function accessOf(needs: Endpoint['needs']): Pick<Operation, 'security' | 'x-needs'> {
  if (needs === 'open') return { security: [] };
  const session = { session: [] };
  return { 'x-needs': needs, security: takesKeys(needs) ? [session, { key: [needs] }] : [session] };
}

/** Whether a program may ask for what needs this, with a key. */
export const takesKeys = (needs: Endpoint['needs']): boolean =>
  needs === 'open' || (needs !== 'self' && forPrograms(needs));

const schemaOfWord = ({ type }: QueryWord): JsonSchema =>
  type === 'integer' ? { type } : type ? { type: 'string', format: type } : { type: 'string' };

/** Every code that an address may answer, in the order of their status. */
export function errorsOf(
  endpoint: Pick<
    Endpoint,
    'method' | 'needs' | 'errors' | 'whileReadOnly' | 'anywhere' | 'startsWorkspace' | 'body'
  >,
): ErrorCode[] {
  const { needs, errors = [] } = endpoint;
  const all = new Set<ErrorCode>([
    ...(needs === 'open' ? [] : COMMON_ERRORS),
    ...(needs === 'open'
      ? []
      : [takesKeys(needs) ? ('key_scope_missing' as const) : ('session_only' as const)]),
    ...(needs === 'open' || needs === 'self' || ROLES.every((role) => roleMay(role, needs))
      ? []
      : (['forbidden'] as const)),
    ...(isRefusedReadOnly(endpoint) ? (['workspace_read_only'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? IDEMPOTENCY_ERRORS : []),
    ...errors,
    'unexpected_failure',
    'database_unavailable',
  ]);
  return [...all].toSorted((a, b) => ERRORS[a].status - ERRORS[b].status);
}

function refusals(codes: readonly ErrorCode[]): Record<string, Answer> {
  const byStatus = Object.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same = []]) => [
      status,
      {
        description: same.map((code) => `${code}: ${ERRORS[code].message}`).join('\n'),
        content: { 'application/problem+json': { schema: ref(Problem) } },
      },
    ]),
  );
}

/** Every component that an endpoint names, with those within it. */
function components(): Map<string, Component> {
  const found = new Map<string, Component>();
  const add = (each: Component | undefined): void => {
    if (!each || found.has(each.name)) return;
    found.set(each.name, each);
    each.holds?.forEach(add);
  };
  for (const { body, answer } of ENDPOINTS) {
    if (body && 'schema' in body) add(body.schema);
    add(answer.schema);
  }
  add(Problem);
  return found;
}

function jsonSchemas(): Record<string, JsonSchema> {
  const declared = components();
  const names = z.registry<{ id: string }>();
  for (const { name, schema } of declared.values()) names.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(names, {
    uri: (id) => `#/components/schemas/${id}`,
    // The pattern of a format repeats it at great length.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [
      name,
      worded(schema, name, declared.get(name)?.fields ?? {}),
    ]),
  );
}

/** Adds what the fields mean. Described on the field, not on its type: one type of time serves many fields. */
function worded(schema: JsonSchema, name: string, fields: Readonly<Record<string, string>>): JsonSchema {
  const words = Object.entries(fields);
  if (words.length === 0) return schema;
  const properties = { ...(schema['properties'] as Record<string, JsonSchema> | undefined) };
  for (const [field, description] of words) {
    const described = properties[field];
    if (!described) throw new Error(`The schema ${name} has no field ${field} to be described.`);
    properties[field] = { ...described, description };
  }
  return { ...schema, properties };
}
