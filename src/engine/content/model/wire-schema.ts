import * as z from 'zod';
import { answerSchema } from '#src/shared/content/answer.ts';

/** What not every provider takes in a schema. The gate checks all of it again. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'format',
  'pattern',
]);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In the part of JSON Schema that all providers understand. */
function simple(schema: Json): Json {
  const kept = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (LEFT_OUT.has(key)) return [];
    if (key === 'const') return [['enum', [value]]];
    if (key === 'properties' && isObject(value))
      return [
        [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, simpleAny(each)]))],
      ];
    return [[key === 'oneOf' ? 'anyOf' : key, simpleAny(value)]];
  });
  return Object.fromEntries(kept);
}

const simpleAny = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(simpleAny) : isObject(value) ? simple(value) : value;

let made: Json | undefined;

/** The schema of an answer, as it is sent to a model. */
export const wireSchema = (): Json => (made ??= simple(z.toJSONSchema(answerSchema) as Json));
