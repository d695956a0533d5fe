import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { RestError, restOf } from './rest.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

it('nobody asks an exchange that wants to be left alone, until its time is over', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(429, { 'retry-after': '60' }).end();
    else response.writeHead(asked === 2 ? 503 : 200, { 'retry-after': '60' }).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  let now = 1_000;
  const { port } = server.address() as AddressInfo;
  const get = restOf(`http://127.0.0.1:${port}`, () => now, new AbortController().signal);
  const refusal = (): Promise<unknown> => get('/').catch((error: unknown) => error);

  expect(await refusal()).toMatchObject({ status: 429, retryAfterMs: 60_000 });
  now += 20_000;
  expect(await refusal()).toEqual(new RestError('the exchange wants to be left alone', 429, 40_000));
  expect(asked).toBe(1);
  now += 40_000;
  // One that is being restarted says nothing about how often it is asked.
  expect(await refusal()).toMatchObject({ status: 503 });
  expect(await get('/')).toBe('{}');
});
