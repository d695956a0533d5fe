import { createServer, IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StartError } from '#src/config.ts';
import { isUpload } from '#src/server/documents/is-upload.ts';
import { takeUnread } from './unread.ts';

type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export type HttpServer = {
  port: number;
  /** Answers requests from now on; before, they get 503 while the program starts. */
  serve: (fetch: Fetch) => void;
  /** Takes no new connection, lets requests in flight end for a moment, then closes. */
  stop: () => Promise<void>;
};

const GRACE_MS = 1_500;
const BODY_MS = 60_000;

/** Opens the port first, so that a port in use stops the start before anything else happens. @throws StartError */
export async function listen(options: { port: number; host: string }): Promise<HttpServer> {
  let fetch: Fetch = () =>
    new Response('The service is starting. Try again shortly.\n', {
      status: 503,
      headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' },
    });
  const server: Server = createServer(
    getRequestListener((request, env) => {
      const { incoming } = env;
      return incoming instanceof IncomingMessage && hasBody(incoming)
        ? answerTakingAll(fetch, { request, env, incoming })
        : fetch(request, env);
    }),
  );
  server.headersTimeout = 20_000;
  // Ten minutes for the longest upload; every other request has to be here within one.
  server.requestTimeout = 600_000;
  server.on('request', (request) => {
    if (isUpload({ method: request.method ?? '', path: request.url?.split('?')[0] ?? '' })) return;
    const late = setTimeout(() => request.complete || request.destroy(), BODY_MS);
    request.once('close', () => clearTimeout(late));
  });
  server.keepAliveTimeout = 20_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${options.port} is taken by another program.`
          : error.code === 'EACCES'
            ? `Port ${options.port} can’t be opened by this user.`
            : `Port ${options.port} cannot be opened (${error.code ?? error.message}).`;
      reject(
        new StartError(`${why} Set PORT to another one, for example PORT=3001 npm start.`, { cause: error }),
      );
    });
    server.listen(options.port, options.host, resolve);
  });
  let stopped: Promise<void> | undefined;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  return {
    port,
    serve: (next) => {
      fetch = next;
    },
    stop: () =>
      (stopped ??= new Promise((resolve) => {
        const hard = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(hard);
          resolve();
        });
        server.closeIdleConnections();
      })),
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers once the whole body has been taken, also where the answer was known before its end. */
async function answerTakingAll(
  fetch: Fetch,
  { request, env, incoming }: { request: Request; env: unknown; incoming: IncomingMessage },
): Promise<Response> {
  const answer = await fetch(request, env);
  if (incoming.readableEnded) return answer;
  if (await takeUnread(incoming)) answer.headers.delete('Connection');
  else answer.headers.set('Connection', 'close');
  return answer;
}
