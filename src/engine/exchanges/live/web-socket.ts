import { WebSocket } from 'ws';
import { BUSY_STATUS, problemOf } from './closed.ts';
import type { Closed, Connect } from './exchange.ts';
import { retryAfter } from './rest.ts';

const OPEN_WITHIN_MS = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Going away, service restart, try again later. */
const BUSY_CODES = new Set([1001, 1012, 1013]);

/** Opens WebSocket connections. */
export const connectWebSocket: Connect = (url, on) => {
  const socket = new WebSocket(url, { handshakeTimeout: OPEN_WITHIN_MS, maxPayload: MOST_BYTES });
  let over = false;
  const end = (why: Closed): void => {
    if (over) return;
    over = true;
    socket.terminate();
    on.closed(why);
  };
  socket.on('open', () => over || on.open());
  socket.on('message', (data: Buffer) => over || on.message(data.toString('utf8')));
  socket.on('ping', () => over || on.alive());
  socket.on('pong', () => over || on.alive());
  socket.on('unexpected-response', (_, response) => {
    const status = response.statusCode ?? 0;
    response.resume();
    end({
      problem:
        status === 451 || status === 403
          ? `the exchange doesn't serve this location (it answered ${status})`
          : `the exchange answered ${status}`,
      retryAfterMs: retryAfter(response.headers['retry-after'] ?? null, Date.now()),
      busy: BUSY_STATUS.has(status),
      status,
    });
  });
  socket.on('close', (code) =>
    end({
      problem: `the exchange closed the connection (${code})`,
      retryAfterMs: null,
      busy: BUSY_CODES.has(code),
    }),
  );
  socket.on('error', (error) => end({ problem: problemOf(error), retryAfterMs: null, busy: false }));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    ping: () => {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    close: () => {
      over = true;
      socket.terminate();
    },
  };
};
