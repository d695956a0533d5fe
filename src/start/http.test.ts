import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer } from '#tests/support/api.ts';
import { type HttpServer, listen } from './http.ts';

let http: HttpServer;
beforeAll(async () => {
  http = await listen({ port: 0, host: '127.0.0.1' });
  const { fetch } = testServer({ app: {} as never, enqueue: (() => undefined) as never });
  http.serve(fetch);
});
afterAll(() => http.stop());

/** Sends all of it, as a browser does, and only then reads the answer. @returns its status, or the connection's error */
const post = (path: string, header: string, body: Buffer) =>
  new Promise<number | string>((resolve) => {
    const socket = connect(http.port, '127.0.0.1');
    let text = '';
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('close', () => resolve('closed'));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
    const half = body.length / 2;
    socket.write(body.subarray(0, half));
    // Slower than the answer, as a browser on a real line is.
    setTimeout(() => socket.write(body.subarray(half), read), 100);
    const read = (): void => {
      socket.on('data', (part) => {
        text += part.toString();
        if (!text.endsWith('}')) return;
        resolve(Number(text.slice(9, 12)));
        socket.destroy();
      });
    };
  });

const SIZE = 8 * 1024 * 1024;
const whole = Buffer.alloc(SIZE, ' ');
const chunked = Buffer.concat([Buffer.from(`${SIZE.toString(16)}\r\n`), whole, Buffer.from('\r\n0\r\n\r\n')]);

it.each([
  ['a known length', `Content-Length: ${SIZE}`, whole],
  ['chunks', 'Transfer-Encoding: chunked', chunked],
])('answers a body of %s that is refused early, each time', async (_, header, body) => {
  const answers = [];
  for (let n = 0; n < 2; n += 1) {
    answers.push(await post('/api/v1/operator/stops', header, body));
    // Refused for another reason, before its body is looked at.
    answers.push(await post('/api/v1/bars/import?symbol=GME', header, body));
  }
  expect(answers).toEqual(Array.from({ length: 2 }, () => [413, 401]).flat());
});
