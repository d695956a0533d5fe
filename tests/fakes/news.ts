import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A publisher on loopback, that also misbehaves: what is put under a path is answered there. */
export async function startFakeNews() {
  const pages = new Map<string, RequestListener>();
  const asked: { path: string; etag: string | undefined; since: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({
      path,
      etag: request.headers['if-none-match'],
      since: request.headers['if-modified-since'],
    });
    const page = pages.get(path);
    if (page) page(request, response);
    else response.writeHead(404).end('none');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    page: (path: string, answer: RequestListener) => pages.set(path, answer),
    /** A feed of these titles, the newest first as publishers do, with an ETag that is taken at its word. */
    feed: (path: string, titles: readonly string[], { packed = false } = {}) => {
      const items = titles.map(
        (title) =>
          `<item><title>${title}</title><guid>${title}</guid><link>https://news.example/${encodeURI(title)}</link></item>`,
      );
      const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>Desk</title>${items.join('')}</channel></rss>`;
      const etag = `"${titles.length}-${titles[0] ?? ''}"`;
      pages.set(path, (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else
          response
            .writeHead(200, {
              'Content-Type': 'application/rss+xml',
              ETag: etag,
              'Last-Modified': 'Sun, 22 Nov 2026 09:00:00 GMT',
              ...(packed ? { 'Content-Encoding': 'gzip' } : {}),
            })
            .end(packed ? gzipSync(body) : body);
      });
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
export type FakeNews = Awaited<ReturnType<typeof startFakeNews>>;
