import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type Dialect, DIALECTS, type FakeBar, type FakeTrade } from './exchange-dialects.ts';

/** A client that listens, over a WebSocket or to a stream over HTTP. */
type Client = {
  send: (text: string) => void;
  terminate: () => void;
  close: (code?: number, why?: string) => void;
};

/** An exchange on loopback that triggers as one of the real ones and misbehaves on demand. */
export type FakeExchange = {
  socketUrl: string;
  restUrl: string;
  /** Makes the next trade of a symbol; it is on record for REST whether it is told or not. */
  trade: (
    symbol: string,
    price: string,
    options?: { at?: number; size?: string; tell?: boolean; conditions?: readonly string[] },
  ) => FakeTrade;
  /** Tells trades of the record, in any order, as often as given. */
  tell: (trades: readonly FakeTrade[]) => void;
  /** The keys it knows, by id, with their secrets; a key is connected once at a time. */
  keys: Map<string, string>;
  /** Bars that REST has of before. */
  bars: FakeBar[];
  /** Sends a text as it is to every connection, whatever they subscribed to. */
  say: (text: string) => void;
  beat: () => void;
  maintenance: (on: boolean) => void;
  /** Cuts every connection, or the one that tells a symbol: with a close code, or without a word. */
  cut: (code?: number, telling?: string) => void;
  /** What new connections and questions meet: an HTTP status, or nothing special. */
  refuse: { socket: number | null; rest: { status: number; times: number; retryAfter?: string } | null };
  /** Whoever logs in finds its key connected. */
  takenElsewhere: boolean;
  /** How many symbols a key allows. */
  mostSymbols: number;
  /** Accepts connections and subscriptions, and says nothing at all, not even on a ping. */
  mute: boolean;
  /** The connection that tells this symbol says nothing at all. */
  muteTelling: string | null;
  /** How long an answer to a question takes, as if it came from far away. */
  answerAfterMs: number;
  /** Answers no question until the returned function is called; then all that wait. */
  holdAnswers: () => () => void;
  subscribed: () => string[];
  /** The same of each connection that is open, in the order in which they were opened. */
  told: () => string[][];
  connections: () => number;
  /** When each attempt to connect came, those too that were refused. */
  attempts: number[];
  /** Every message that came, and the path of every question. */
  heard: string[];
  asked: string[];
  stop: () => Promise<void>;
};

/** The key that a fake with keys knows at first. */
export const FAKE_KEY = {
  keyId: 'PKFAKE00000000000001',
  secret: 'fakeSecret0000000000000000000000000000001',
};

/** @param limits so many symbols over a connection; it closes one on which more are asked for */
export async function startFakeExchange(
  name: keyof typeof DIALECTS,
  limits: { mostSymbols?: number } = {},
): Promise<FakeExchange> {
  const dialect: Dialect = DIALECTS[name];
  const record: FakeTrade[] = [];
  /** What each connection is told, and the number of the last message. */
  const clients = new Map<Client, { symbols: Set<string>; sequence: number; keyId: string | null }>();
  const keys = new Map([[FAKE_KEY.keyId, FAKE_KEY.secret]]);
  const bars: FakeBar[] = [];
  const heard: string[] = [];
  const asked: string[] = [];
  const attempts: number[] = [];
  let recentOfAll: number[] = [];
  const refuse: FakeExchange['refuse'] = { socket: null, rest: null };
  let isReleased: Promise<void> = Promise.resolve();
  const http = createServer(
    (request, response) =>
      void setTimeout(() => {
        asked.push(request.url ?? '/');
        void isReleased.then(() => answer(request, response));
      }, fake.answerAfterMs),
  );
  const sockets = new WebSocketServer({ noServer: true, autoPong: false });

  http.on('upgrade', (request, socket, head) => {
    attempts.push(Date.now());
    // A client that hangs up meanwhile is no error of the exchange.
    socket.on('error', () => undefined);
    if (refuse.socket !== null) {
      socket.end(`HTTP/1.1 ${refuse.socket} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const { keys: asked } = dialect;
    const address = new URL(request.url ?? '/', 'http://loopback');
    const shown = asked?.inAddress ? holderOf(asked.ofHeaders(new Headers(), address)) : null;
    if (asked?.inAddress && (shown === null || isTaken(shown))) {
      const status = shown === null ? asked.inAddress.unknown : asked.inAddress.taken;
      socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      clients.set(client, { symbols: new Set(), sequence: -1, keyId: shown });
      client.on('ping', () => isMute(client) || client.pong());
      client.on('close', () => clients.delete(client));
      client.on('error', () => clients.delete(client));
      let recent: number[] = [];
      client.on('message', (data: Buffer) => {
        const text = data.toString('utf8');
        heard.push(text);
        const now = Date.now();
        recent = [...recent.filter((at) => at > now - 1_000), now];
        recentOfAll = [...recentOfAll.filter((at) => at > now - 1_000), now];
        const counted = dialect.countsMessagesOf === 'address' ? recentOfAll : recent;
        if (counted.length > (dialect.mostMessages ?? Infinity)) {
          clients.delete(client);
          client.close(1008, 'Too many requests');
          return;
        }
        const { add = [], remove = [], reply = [], login } = dialect.hear(text);
        if (login) return logIn(client, login);
        const own = clients.get(client)?.symbols;
        if (dialect.keys && !clients.get(client)?.keyId) return sendAll(client, dialect.keys.missing);
        const more = add.filter((symbol) => own?.has(symbol) === false).length;
        if (dialect.keys && own && own.size + more > fake.mostSymbols)
          return sendAll(client, dialect.keys.full);
        for (const symbol of add) own?.add(symbol);
        for (const symbol of remove) own?.delete(symbol);
        if (own && own.size > (limits.mostSymbols ?? Infinity)) {
          clients.delete(client);
          client.close(1008, 'Too many symbols');
          return;
        }
        if (!isMute(client)) for (const each of reply) client.send(each);
      });
      if (!isMute(client)) for (const each of dialect.greeting) client.send(each);
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://loopback');
    if (refuse.rest && refuse.rest.times > 0) {
      refuse.rest.times -= 1;
      const { status, retryAfter } = refuse.rest;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
      return;
    }
    const streamed = dialect.streamed?.(url);
    if (streamed) return stream(request, response, url, streamed);
    if (dialect.keys) {
      const shown = dialect.keys.ofHeaders(new Headers(request.headers as Record<string, string>), url);
      if (holderOf(shown) === null) {
        response.writeHead(401).end('{"message":"unauthorized"}');
        return;
      }
    }
    const body = dialect.answer(url, record, bars);
    if (body === null) response.writeHead(404).end('{}');
    else if (typeof body === 'string')
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    else response.writeHead(body.status).end(body.body);
  }

  function stream(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    symbols: readonly string[],
  ): void {
    attempts.push(Date.now());
    const shown = dialect.keys?.ofHeaders(new Headers(request.headers as Record<string, string>), url);
    const status =
      refuse.socket ??
      (shown && holderOf(shown) === null
        ? 401
        : symbols.some((symbol) => !dialect.symbols.includes(symbol))
          ? 400
          : 200);
    response.writeHead(status, { 'content-type': 'application/octet-stream' });
    if (status !== 200) {
      response.end(
        `{"errorMessage":"${status === 400 ? `Invalid value specified for 'instruments'` : 'refused'}"}`,
      );
      return;
    }
    response.flushHeaders();
    const client: Client = {
      send: (text) => void response.write(`${text}\n`),
      terminate: () => void response.destroy(),
      close: () => void response.end(),
    };
    clients.set(client, { symbols: new Set(symbols), sequence: -1, keyId: null });
    response.on('close', () => clients.delete(client));
  }

  /** The ID of a key that is known. */
  const holderOf = ({ keyId, secret }: { keyId: string; secret: string }): string | null =>
    [...keys].find(([id, known]) => known === secret && (keyId === '' || keyId === id))?.[0] ?? null;
  const isTaken = (keyId: string, by: Client | null = null): boolean =>
    fake.takenElsewhere || [...clients].some(([each, own]) => each !== by && own.keyId === keyId);

  const sendAll = (client: Client, texts: readonly string[]): void => {
    if (!isMute(client)) for (const each of texts) client.send(each);
  };
  /** A key that is wrong or connected already ends the connection. */
  function logIn(client: Client, shown: { keyId: string; secret: string }): void {
    const own = clients.get(client);
    if (!dialect.keys || !own) return;
    const keyId = holderOf(shown);
    if (keyId !== null && !isTaken(keyId, client)) {
      own.keyId = keyId;
      return sendAll(client, dialect.keys.accepted);
    }
    sendAll(client, keyId === null ? dialect.keys.refused : dialect.keys.taken);
    clients.delete(client);
    client.close(1000);
  }

  const isMute = (client: Client): boolean =>
    fake.mute || (fake.muteTelling !== null && clients.get(client)?.symbols.has(fake.muteTelling) === true);
  const everybody = (text: string): void => {
    for (const client of clients.keys()) if (!isMute(client)) client.send(text);
  };

  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;

  const fake: FakeExchange = {
    socketUrl: dialect.streamed ? `http://127.0.0.1:${port}` : `ws://127.0.0.1:${port}/stream`,
    restUrl: `http://127.0.0.1:${port}`,
    trade: (symbol, price, { at = Date.now(), size = '0.10', tell = true, conditions } = {}) => {
      const id = 1 + (record.findLast((each) => each.symbol === symbol)?.id ?? dialect.firstId);
      const trade: FakeTrade = { symbol, id, price, size, time: at, ...(conditions && { conditions }) };
      record.push(trade);
      if (tell) fake.tell([trade]);
      else for (const client of clients.values()) if (client.symbols.has(symbol)) client.sequence += 1;
      return trade;
    },
    tell: (trades) => {
      for (const trade of trades)
        for (const [client, own] of clients)
          if (own.symbols.has(trade.symbol) && !isMute(client))
            client.send(dialect.trade(trade, (own.sequence += 1)));
    },
    say: everybody,
    beat: () => {
      for (const [client, own] of clients)
        for (const text of dialect.beat((own.sequence += 1))) if (!isMute(client)) client.send(text);
    },
    maintenance: (on) => {
      for (const text of dialect.maintenance(on)) everybody(text);
    },
    cut: (code, telling) => {
      for (const [client, { symbols }] of clients) {
        if (telling !== undefined && !symbols.has(telling)) continue;
        if (code === undefined) client.terminate();
        else client.close(code);
      }
    },
    refuse,
    keys,
    bars,
    mostSymbols: Infinity,
    takenElsewhere: false,
    mute: false,
    muteTelling: null,
    answerAfterMs: 0,
    holdAnswers: () => {
      let release = (): void => undefined;
      isReleased = new Promise((resolve) => (release = resolve));
      return release;
    },
    subscribed: () => [...new Set(fake.told().flat())].sort(),
    told: () => [...clients.values()].map(({ symbols }) => [...symbols].sort()),
    connections: () => attempts.length,
    attempts,
    heard,
    asked,
    stop: async () => {
      for (const client of clients.keys()) client.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return fake;
}
