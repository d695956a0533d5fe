import type { Context } from 'hono';
import { AppError } from '#src/shared/errors.ts';
import { refuseUnstorable } from '../unstorable.ts';

/** A schema of either build of zod. */
type Schema<T> = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
};

/**
 * The JSON of a request, whatever its content type says: the client sends a string as text/plain. Keys that the
 * schema does not know are dropped.
 * @throws AppError bad_json, or validation_failed with the schema's first sentence, or that a text cannot be kept
 */
export async function readPayload<T>(c: Context, schema: Schema<T>): Promise<T> {
  let payload: unknown;
  try {
    payload = JSON.parse(await c.req.text());
  } catch {
    throw new AppError('bad_json');
  }
  const parsed = schema.safeParse(payload);
  // The schema's own sentence says more.
  if (!parsed.success) throw new AppError('validation_failed', parsed.error.issues[0]?.message);
  refuseUnstorable(payload);
  return parsed.data;
}
