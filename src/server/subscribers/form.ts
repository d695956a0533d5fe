import type { Context } from 'hono';

/** Many times what these forms hold. */
export const SMALL_FORM = {
  maxSize: 64 * 1024,
  onError: (c: Context): Response => {
    // The rest of the body is not read: the next request needs a connection of its own.
    c.header('Connection', 'close');
    return c.text('That is more than this form takes.', 413);
  },
};

/** What a form holds, as browsers and mail programs send one; nothing of what is no form. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  const type = c.req.header('content-type') ?? '';
  if (/^multipart\/form-data/i.test(type)) {
    const form = await c.req.formData().catch(() => new FormData());
    return new URLSearchParams(
      [...form].flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
  }
  return new URLSearchParams(await c.req.text());
}

/** The path for logs, without the token of a person's link. */
export const loggedSubscriberPath = (path: string): string =>
  path.replace(/^\/(unsubscribe|preferences|s\/confirm|decide|push\/account\/approve|c|o)\/.+/, '/$1/…');
