import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';

type Asked = {
  /** The parameter of the path; `id` by default. */
  name?: string;
  /** The message where there is none. */
  sentence?: string;
};

/** An id of the path, in lower case. @throws AppError not_found where it can't be one */
export function idOf(c: Context, { name = 'id', sentence }: Asked = {}): string {
  const id = z.uuid().safeParse(c.req.param(name));
  if (!id.success) throw new AppError('not_found', sentence);
  return id.data.toLowerCase();
}
