import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import type { Answer, Call, CallProvider } from '#src/platform/net/call.ts';
import { readAnswer } from './http-outcome.ts';

/*
 * Requests of a channel, judged by what its provider publishes about them: the `description.fixture.json` of the
 * channel's folder, which is part of an OpenAPI description or made of the types of the provider's own client.
 */
const schemaSchema = z.record(z.string(), z.unknown());
const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.optional(z.boolean()),
  schema: schemaSchema,
  explode: z.optional(z.boolean()),
});
const operationSchema = z.object({
  parameters: z.array(z.union([parameterSchema, z.object({ $ref: z.string() })])),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.object({ schema: schemaSchema })) })),
});
const descriptionSchema = z.object({
  about: z.object({
    title: z.string(),
    source: z.string(),
    date: z.iso.date(),
    license: z.string(),
    trimmed: z.string(),
    /** What the provider's pages have and its description lacks. */
    added: z.optional(z.string()),
  }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  /** Names of parameters in the provider's pages, by which its description calls them otherwise. */
  aliases: z.optional(z.record(z.string(), z.string())),
  components: z.object({
    schemas: z.record(z.string(), schemaSchema),
    parameters: z.optional(z.record(z.string(), parameterSchema)),
  }),
});
type Parameter = z.infer<typeof parameterSchema>;
type Operation = z.infer<typeof operationSchema>;
type Schema = z.infer<typeof schemaSchema>;

/** Addresses that none of the descriptions has: sign-in, the bytes of a file, and what only the practice provider knows. */
const UNDESCRIBED = [/\/oauth2\/token$/, /^https:\/\/(?:\w+\.)?slack\.com\/upload\//, /\/practice\//];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that isn't described may be a typing error: what the description leaves open is closed. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isRecord(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]));
  const isOpen = isRecord(value['properties']) && !('additionalProperties' in value) && !('allOf' in value);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}

const FORMATS = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text),
  uri: (text: string) => /^[a-z]+:/i.test(text) && URL.canParse(text),
};

const say = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'the request'} ${message ?? ''} ${JSON.stringify(params)}`;

/** The fields of a form. Files count as their bytes, which no description says more of than that they're there. */
async function formOf(type: string, body: Call['body']): Promise<Record<string, unknown>> {
  const bytes = Buffer.from(body ?? '');
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = [...form.entries()].map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  return Object.fromEntries(fields);
}

/** @returns what is wrong with a request, in words; nothing where the description allows it */
export function judgeBy(published: unknown): (call: Call) => Promise<string[]> {
  const { servers, paths, components, aliases = {} } = descriptionSchema.parse(published);
  const ajvOf = (coerceTypes: boolean) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes, formats: FORMATS, logger: false });
    ajv.addSchema({ $id: 'https://described/', components: closed(components) });
    return ajv;
  };
  const ajvs = { json: ajvOf(false), text: ajvOf(true) };

  /** Refs of a part are those of the whole. */
  const pointed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pointed);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === '$ref' && typeof each === 'string' ? `https://described/${each}` : pointed(each),
      ]),
    );
  };
  const compiled = { json: new Map<Schema, ValidateFunction>(), text: new Map<Schema, ValidateFunction>() };
  const wrong = (as: keyof typeof ajvs, schema: Schema, value: unknown): string[] => {
    const validate = compiled[as].get(schema) ?? ajvs[as].compile(pointed(closed(schema)) as Schema);
    compiled[as].set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(say);
  };

  const routes = servers.flatMap(({ url }) =>
    Object.entries(paths).map(([path, operations]) => ({
      pattern: new RegExp(`^${`${url}${path}`.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      operations,
    })),
  );

  const parameterOf = (each: Operation['parameters'][number]): Parameter[] => {
    if (!('$ref' in each)) return [each];
    const found = components.parameters?.[each.$ref.split('/').at(-1) ?? ''];
    return found ? [found] : [];
  };

  const wrapped = new Map<Schema, Schema>();
  const insideOf = (schema: Schema): Schema => {
    const inside = wrapped.get(schema) ?? { type: 'object', properties: { in: schema } };
    wrapped.set(schema, inside);
    return inside;
  };

  function wrongParameters(
    operation: Operation,
    given: Record<'path' | 'query', Map<string, string>>,
  ): string[] {
    const known = operation.parameters.flatMap(parameterOf);
    const of = (where: 'path' | 'query'): string[] => [
      ...[...given[where].keys()]
        .filter((name) => !known.some((each) => each.in === where && each.name === name))
        .map((name) => `${where} parameter ${name} isn't described`),
      ...known
        .filter((each) => each.in === where)
        .flatMap(({ name, required, schema, explode }) => {
          const text = given[where].get(name);
          if (text === undefined) return required ? [`${where} parameter ${name} is missing`] : [];
          // Texts become numbers only within something.
          return wrong('text', insideOf(schema), { in: explode === false ? text.split(',') : text });
        }),
    ];
    return [...of('path'), ...of('query')];
  }

  async function wrongBody({ requestBody }: Operation, { headers = {}, body }: Call): Promise<string[]> {
    const type = headers['content-type'] ?? '';
    if (!requestBody) return body === undefined ? [] : ['it has a body, and none is described'];
    const kind = type.split(';')[0]?.trim() ?? '';
    const schema = requestBody.content[kind]?.schema;
    if (!schema) return [`content type ${kind || 'none'} isn't described`];
    if (kind === 'application/json')
      return wrong('json', schema, JSON.parse(Buffer.from(body ?? '').toString()));
    const { payload_json: json, ...fields } = await formOf(type, body);
    if (typeof json !== 'string') return wrong('text', schema, fields);
    // A message with files is the same JSON, and each file a field beside it.
    const [message, files] = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isRecord) : [];
    if (!message || !files) return ["JSON in a form isn't described"];
    return [...wrong('json', message, JSON.parse(json)), ...wrong('text', files, fields)];
  }

  return async (call) => {
    const url = new URL(call.url);
    const address = url.origin + url.pathname;
    if (UNDESCRIBED.some((each) => each.test(address))) return [];
    for (const { pattern, names, operations } of routes) {
      const values = pattern.exec(address);
      const operation = operations[call.method.toLowerCase()];
      if (!values || !operation) continue;
      const path = new Map(names.map((name, at) => [name, decodeURIComponent(values[at + 1] ?? '')]));
      const query = new Map([...url.searchParams].map(([name, value]) => [aliases[name] ?? name, value]));
      return [...wrongParameters(operation, { path, query }), ...(await wrongBody(operation, call))];
    }
    return ["the address isn't described"];
  };
}

const okSchema = z.object({ ok: z.literal(false) });

/** A refusal is the provider's own judgment: tests send it what is too long. */
function isRefused(answer: Answer): boolean {
  if (answer.kind !== 'answered') return false;
  return answer.status >= 400 || okSchema.safeParse(readAnswer(answer).json).success;
}

const judges = new Map<string, ReturnType<typeof judgeBy> | null>();

/** Read once: every send of a test asks for it. */
function judgeOf(kind: string): ReturnType<typeof judgeBy> | null {
  const known = judges.get(kind);
  if (known !== undefined) return known;
  const file = new URL(`./${kind}/description.fixture.json`, import.meta.url);
  const judge = existsSync(file) ? judgeBy(JSON.parse(readFileSync(file, 'utf8'))) : null;
  judges.set(kind, judge);
  return judge;
}

/**
 * Calls to a practice provider, which fail a test where the provider took what its description forbids. Channels
 * without a description aren't judged.
 */
export function judged(kind: string, call: CallProvider): CallProvider {
  const judge = judgeOf(kind);
  if (!judge) return call;
  return async (request) => {
    const answer = await call(request);
    const found = isRefused(answer) ? [] : await judge(request);
    if (found.length > 0)
      throw new Error(
        `${request.method} ${request.url} violates what ${kind} publishes: ${found.join('; ')}`,
      );
    return answer;
  };
}
