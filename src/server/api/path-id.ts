import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';

type Asked = {
  /** The parameter of the path, `id` unless it is another. */
  name?: string;
  /** What is said where there is none. */
  sentence?: string;
};

/** An id of the path, in small letters. What cannot be one is not there. @throws AppError not_found */
export function idOf(c: Context, { name = 'id', sentence }: Asked = {}): string {
  const id = z.uuid().safeParse(c.req.param(name));
  if (!id.success) throw new AppError('not_found', sentence);
  return id.data.toLowerCase();
}
