import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';
import { refuseUnstorable } from '../unstorable.ts';

/**
 * The JSON body of a request; keys that the schema does not know are tolerated.
 * @throws AppError bad_json, or validation_failed with one sentence
 */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const raw = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch (error) {
    throw new AppError('bad_json', 'Could not parse request body as JSON', { cause: error });
  }
  refuseUnstorable(body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.').slice(0, 100) || 'The body';
  throw new AppError('validation_failed', `${where}: ${issue?.message ?? 'is not valid'}`);
}
