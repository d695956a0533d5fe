import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendOutcome } from '#src/engine/channels/channel.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';

/** Channels that only these tests have, and whether their provider recognizes a repeated send. */
export const SINK_CHANNELS = { 'test-post': false, 'test-recognizing': true } as const;

/** Posts a delivery's id and address. What breaks off may have arrived. */
export function postTo(url: string, by: string): (delivery: ClaimedDelivery) => Promise<SendOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  return ({ id, address }) =>
    new Promise((resolve) => {
      const asked = request(url, { method: 'POST', agent }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ outcome: 'sent', providerMessageId: id }));
      });
      asked.on('error', (error) => resolve({ outcome: 'unknown', reason: error.message }));
      asked.end(JSON.stringify({ id, address, by }));
    });
}

/** `at`: milliseconds of this process's monotonic clock. */
export type Received = { id: string; address: string; by: string; at: number };

/** Takes what is posted, and answers a moment later. */
export async function startSink(): Promise<{ url: string; received: Received[]; stop: () => Promise<void> }> {
  const received: Received[] = [];
  const server = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
    asked.on('end', () => {
      received.push({ ...(JSON.parse(body) as Received), at: performance.now() });
      // Most kills fall between handing over and hearing it.
      setTimeout(() => answer.end('ok'), 15);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
