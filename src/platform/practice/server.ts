import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeAnswer, PracticeCall, PracticeProvider, PracticeRoom } from './provider.ts';

/** Where a call to a practice account goes instead of to the real provider: the server's address, host, path and query. */
export function practiceAddress(serverUrl: string, meant: string): string {
  const { host, pathname, search } = new URL(meant);
  return `${serverUrl}/${host}${pathname}${search}`;
}

const BODY_MAX = 32 * 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_MAX) throw new Error('The request is larger than 32 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function answer(response: ServerResponse, { status, headers = {}, json, body }: PracticeAnswer): void {
  const type = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? (body ?? '') : JSON.stringify(json));
}

/** Practice providers on one port of loopback. Each answers for its hosts. */
export async function startPractice({
  providers,
  room,
  log,
}: {
  providers: readonly PracticeProvider[];
  room: PracticeRoom;
  log?: { error: (fields: object, text: string) => void };
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const providerOf = (host: string, call: PracticeCall): PracticeProvider | undefined => {
    const all = providers.filter(({ hosts }) => hosts.includes(host));
    return all.find(({ claims }) => claims?.(call)) ?? all.find(({ claims }) => !claims) ?? all[0];
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, host = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(request.url ?? '') ?? [];
    const call: PracticeCall = {
      method: request.method ?? 'GET',
      url: new URL(`https://${host}${rest === '' ? '/' : rest}`),
      header: (name) => {
        const value = request.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      },
      body: await bodyOf(request),
    };
    const provider = providerOf(host, call);
    if (!provider)
      return answer(response, { status: 404, json: { error: `There is no practice provider for ${host}.` } });
    const answered = await provider.serve(call, room);
    if (room.mood() === 'silent') response.destroy();
    else answer(response, answered);
  }

  const server = createServer(
    (request, response) =>
      void serve(request, response).catch((error: unknown) => {
        log?.error({ err: error }, 'practice: a request could not be answered');
        if (response.headersSent) response.destroy();
        else answer(response, { status: 500, json: { error: 'The practice provider failed.' } });
      }),
  );
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
