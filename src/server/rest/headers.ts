import type { Context } from 'hono';
import { RestError } from './errors.ts';

export type Wanted = {
  /** One object instead of a list. */
  single: boolean;
  count: boolean;
  /** What a write is to answer with. */
  returns: 'minimal' | 'representation' | 'headers-only';
  upsert: boolean;
};

const OBJECT = 'application/vnd.pgrst.object';
const PLAIN = new Set(['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json']);

/** What the request's headers ask for. @throws RestError PGRST106, PGRST107 */
export function readWanted(c: Context, write: boolean): Wanted {
  const schema = c.req.header(write ? 'content-profile' : 'accept-profile') ?? 'public';
  if (schema !== 'public') {
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema.slice(0, 100)}`, {
      hint: 'Only the following schemas are exposed: public',
    });
  }
  const accepted = (c.req.header('accept') ?? '*/*').split(',').map((each) => mediaType(each));
  const type = accepted.find((each) => each.startsWith(OBJECT) || PLAIN.has(each));
  if (type === undefined) {
    throw new RestError(
      406,
      'PGRST107',
      `None of these media types are available: ${accepted.join(', ').slice(0, 200)}`,
    );
  }
  const prefer = (c.req.header('prefer') ?? '').split(',').map((each) => each.trim());
  return {
    single: type.startsWith(OBJECT),
    count: prefer.some((each) => each.startsWith('count=')),
    returns: prefer.includes('return=representation')
      ? 'representation'
      : prefer.includes('return=headers-only')
        ? 'headers-only'
        : 'minimal',
    upsert: prefer.some((each) => each.startsWith('resolution=')),
  };
}

const mediaType = (text: string): string => (text.split(';')[0] ?? '').trim().toLowerCase();

export const contentType = (single: boolean): string =>
  single ? `${OBJECT}+json; charset=utf-8` : 'application/json; charset=utf-8';

export const notOne = (rows: number): RestError =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });
