import type { JsonSchema } from '#src/server/contract/openapi.ts';
import type { Row } from './reference.ts';

const asSchema = (value: unknown): JsonSchema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : null;

const listOf = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? value.map(asSchema).filter((each) => each !== null) : [];

/** The fields of an object's schema, those of inner objects with their path: `items[].id`. */
export function fieldsOf(schema: JsonSchema, named: Record<string, JsonSchema>, prefix = ''): Row[] {
  const object = resolve(schema, named);
  const required = new Set(Array.isArray(object['required']) ? object['required'] : []);
  return Object.entries(asSchema(object['properties']) ?? {}).flatMap(([key, value]) => {
    const field = asSchema(value) ?? {};
    const name = prefix + key;
    const described = typeof field['description'] === 'string' ? field['description'] : '';
    const says = [described, choicesOf(field, named)].filter((part) => part !== '').join(' ');
    const optional = required.has(key) ? '' : ', may be left out';
    const inner = innerOf(field, named);
    const row = { name, type: typeOf(field, named) + optional, says };
    return inner ? [row, ...fieldsOf(inner.schema, named, `${name}${inner.list ? '[]' : ''}.`)] : [row];
  });
}

function resolve(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema['$ref'] ?? ''))?.[1];
  return (name === undefined ? undefined : named[name]) ?? schema;
}

/** The object within a field: its own, that of a list's items, or the one that null may stand for. */
function innerOf(
  field: JsonSchema,
  named: Record<string, JsonSchema>,
): { schema: JsonSchema; list: boolean } | null {
  const schema = resolve(field, named);
  if (asSchema(schema['properties'])) return { schema, list: false };
  const items = asSchema(schema['items']);
  if (items) {
    const inner = innerOf(items, named);
    return inner && { schema: inner.schema, list: true };
  }
  for (const choice of listOf(schema['anyOf'])) {
    const inner = innerOf(choice, named);
    if (inner) return inner;
  }
  return null;
}

/** The texts that a field may be: `a`, `b`. */
function choicesOf(field: JsonSchema, named: Record<string, JsonSchema>): string {
  const { enum: choices } = resolve(field, named);
  return Array.isArray(choices) ? `${choices.map((each) => `\`${String(each)}\``).join(', ')}.` : '';
}

const NAMES: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'whole number',
  null: 'null',
};

/** A type in words: `uuid`, `time or null`, `list of text`. */
export function typeOf(field: JsonSchema, named: Record<string, JsonSchema>): string {
  const schema = resolve(field, named);
  const choices = listOf(schema['anyOf']);
  if (choices.length > 0) return choices.map((each) => typeOf(each, named)).join(' or ');
  if (Array.isArray(schema['enum'])) return 'text';
  if (schema['const'] !== undefined) return `\`${String(schema['const'])}\``;
  const items = asSchema(schema['items']);
  if (items)
    return `list of ${asSchema(resolve(items, named)['properties']) ? 'objects' : typeOf(items, named)}`;
  if (schema['format'] === 'date-time') return 'time';
  if (typeof schema['format'] === 'string') return schema['format'];
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? 'anything'];
  if (types.includes('object') && !asSchema(schema['properties'])) {
    const values = asSchema(schema['additionalProperties']);
    return values && Object.keys(values).length > 0 ? `object of ${typeOf(values, named)}s` : 'object';
  }
  return types.map((type) => NAMES[String(type)] ?? String(type)).join(' or ');
}
