import { Hono } from 'hono';
import { AppError } from '#src/shared/errors.ts';

const NAME = /^([0-9a-f]{64})\.png$/;

/** Pictures by the hash of their bytes: who knows it has seen the picture, and what it names never changes. */
export function createMediaRoutes(
  read: (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>,
): Hono {
  const app = new Hono();
  app.get('/:name', async (c) => {
    const hash = NAME.exec(c.req.param('name'))?.[1];
    const media = hash === undefined ? null : await read(hash);
    if (!media) throw new AppError('not_found', 'There is no such picture.');
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${hash}"`,
    };
    if (c.req.header('if-none-match') === headers.ETag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(media.bytes), 200, { ...headers, 'Content-Type': media.type });
  });
  return app;
}
