import type { Connect, Exchange } from './exchange.ts';
import { connectHttpStream } from './http-stream.ts';
import { connectWebSocket } from './web-socket.ts';

/** How an exchange is connected to. */
export const transportOf = ({ httpStream }: Pick<Exchange, 'httpStream'>): Connect =>
  httpStream ? connectHttpStream(httpStream) : connectWebSocket;
