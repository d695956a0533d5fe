/** A provider on loopback that takes whatever is posted, in a process of its own. It tells when the first of a kind came. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FromSink = { port: number } | { first: string; at: number };

const seen = new Set<string>();
const server = createServer((asked, answer) => {
  const name = asked.headers['x-first'];
  if (typeof name === 'string' && !seen.has(name)) {
    seen.add(name);
    process.send?.({ first: name, at: performance.timeOrigin + performance.now() } satisfies FromSink);
  }
  asked.resume();
  asked.on('end', () => answer.end('ok'));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies FromSink);
});
process.on('disconnect', () => process.exit());
