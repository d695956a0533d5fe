import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test as base, vi } from 'vitest';
import type { Closed } from './exchange.ts';
import { changeOf, connectHttpStream } from './http-stream.ts';

const LIMITS = {
  openWithinMs: 60_000,
  firstLineMs: 60_000,
  settlesMs: 1,
  apartMs: 1,
  backoffMs: 1,
  backoffMostMs: 2,
};
const REFUSED = `{"errorMessage":"Invalid value specified for 'instruments'"}`;
const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 5 });

/** A stream on loopback; `answer` decides what becomes of the request with these symbols. By default it is held open. */
async function connect(
  answer: (symbols: string, response: ServerResponse) => boolean,
  limits: Partial<typeof LIMITS> = {},
) {
  const asked: string[] = [];
  const askedAt: number[] = [];
  const open = new Set<{ symbols: string; response: ServerResponse }>();
  const said: string[] = [];
  const closed: Closed[] = [];
  const server = createServer((request, response) => {
    const symbols = decodeURIComponent((request.url ?? '').slice(1));
    asked.push(symbols);
    if (answer(symbols, response)) return;
    response.writeHead(200).flushHeaders();
    const stream = { symbols, response };
    open.add(stream);
    response.on('close', () => open.delete(stream));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stream = connectHttpStream(
    {
      headers: {},
      addressOf: (url, symbols) => {
        askedAt.push(performance.now());
        return `${url}/${symbols.join(',')}`;
      },
      isUnknownSymbol: (status, body) => status === 400 && body.includes('instruments'),
      refusalOf: (symbol) => `unknown ${symbol}`,
    },
    { ...LIMITS, ...limits },
  );
  const wire = await new Promise<ReturnType<typeof stream>>((resolve) => {
    const mine = stream(`http://127.0.0.1:${port}`, {
      open: () => resolve(mine),
      message: (text) => said.push(text),
      alive: () => said.push('alive'),
      closed: (why) => closed.push(why),
    });
  });
  return {
    asked,
    askedAt,
    said,
    closed,
    wire,
    add: (...symbols: string[]) => wire.send(changeOf({ add: symbols })),
    line: (symbols: string, text: string) => {
      for (const each of open) if (each.symbols === symbols) each.response.write(`${text}\n`);
    },
    streams: () => [...open].map(({ symbols }) => symbols),
    stop: () => {
      wire.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const test = base.extend<{ start: typeof connect }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
  start: async ({}, use) => {
    const started: { stop: () => void }[] = [];
    await use(async (...given) => {
      const one = await connect(...given);
      started.push(one);
      return one;
    });
    for (const each of started) each.stop();
  },
});

const refuse = (status: number, body: string, response: ServerResponse): true => {
  response.writeHead(status).end(body);
  return true;
};
const unknown =
  (...names: string[]) =>
  (symbols: string, response: ServerResponse): boolean =>
    symbols.split(',').some((each) => names.includes(each)) && refuse(400, REFUSED, response);

describe('symbols that the source does not know', { concurrent: true }, () => {
  test('are found by halves, and each answer shows that the source is there', async ({ start }) => {
    const { add, asked, said, streams, line } = await start(unknown('h'));
    add('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    await until(() => expect(streams()).toEqual(['a,b,c,d,e,f,g']));
    const halves = ['e,f,g,h', 'a,b,c,d', 'g,h', 'e,f', 'h', 'g'];
    expect(asked).toEqual(['a,b,c,d,e,f,g,h', ...halves, 'a,b,c,d,e,f,g']);
    // Nothing is streamed yet: a message would say so.
    expect(said).toEqual(halves.map(() => 'alive'));
    line('a,b,c,d,e,f,g', 'price');
    await until(() => expect(said.slice(6)).toEqual(['unknown h', 'price']));
  });

  test('are several, or all, and are named at once while another stream goes on', async ({ start }) => {
    const { add, said, streams, line, closed } = await start(unknown('x', 'y'));
    add('x');
    await until(() => expect(said).toEqual(['unknown x']));
    add('a');
    await until(() => expect(streams()).toEqual(['a']));
    line('a', 'price');
    await until(() => expect(said.at(-1)).toBe('price'));
    add('x', 'b', 'y');
    await until(() => expect(streams()).toEqual(['a', 'a,b']));
    expect(said.filter((each) => each !== 'alive')).toEqual(['unknown x', 'price', 'unknown x', 'unknown y']);
    expect(closed).toEqual([]);
  });

  test('are not the reason of every refusal', async ({ start }) => {
    const wrongAccount = `{"errorMessage":"Invalid value specified for 'accountID'"}`;
    const one = await start((_, response) => refuse(400, wrongAccount, response));
    one.add('a', 'b');
    await until(() => expect(one.closed).toMatchObject([{ problem: 'the exchange answered 400' }]));
    // Both halves are known: together they are too many, or the source changed its mind.
    const together = await start((symbols, response) => symbols === 'a,b' && refuse(400, REFUSED, response));
    together.add('a', 'b');
    await until(() => expect(together.closed).toMatchObject([{ problem: 'the exchange answered 400' }]));
    expect([one.said, together.said]).toEqual([[], ['alive', 'alive']]);
  });
});

describe('a next stream that fails', { concurrent: true }, () => {
  test('is opened again, and the one before goes on', async ({ start }) => {
    let failures = [429, 503];
    const { add, asked, said, streams, line, closed } = await start((symbols, response) => {
      const [status] = symbols === 'a,b' ? failures : [];
      failures = symbols === 'a,b' ? failures.slice(1) : failures;
      return status !== undefined && refuse(status, '', response);
    });
    add('a');
    await until(() => expect(streams()).toEqual(['a']));
    line('a', 'first');
    await until(() => expect(said).toEqual(['first']));
    add('b');
    await until(() => expect(streams()).toEqual(['a', 'a,b']));
    expect(asked).toEqual(['a', 'a,b', 'a,b', 'a,b']);
    line('a', 'second');
    await until(() => expect(said).toEqual(['first', 'second']));
    line('a,b', 'third');
    await until(() => expect([said.at(-1), streams()]).toEqual(['third', ['a,b']]));
    expect(closed).toEqual([]);
  });

  test('ends the connection if the key is refused', async ({ start }) => {
    const { add, said, streams, line, closed } = await start(
      (symbols, response) => symbols === 'a,b' && refuse(401, '', response),
    );
    add('a');
    await until(() => expect(streams()).toEqual(['a']));
    line('a', 'first');
    await until(() => expect(said).toEqual(['first']));
    add('b');
    await until(() => expect(closed).toMatchObject([{ status: 401 }]));
    await until(() => expect(streams()).toEqual([]));
  });
});

describe('a stream', { concurrent: true }, () => {
  test('that says nothing in time counts as failed', async ({ start }) => {
    const { add, closed } = await start(() => false, { firstLineMs: 5 });
    add('a');
    await until(() => expect(closed).toMatchObject([{ problem: 'the exchange does not answer' }]));
  });

  test('that is not answered in time counts as failed', async ({ start }) => {
    const { add, closed } = await start(() => true, { openWithinMs: 5 });
    add('a');
    await until(() => expect(closed).toMatchObject([{ problem: 'the exchange does not answer' }]));
  });

  test('whose line is too long ends as a connection that failed', async ({ start }) => {
    const { add, closed } = await start((_, response) => refuse(200, 'x'.repeat(1_100_000), response));
    add('a');
    await until(() => expect(closed).toMatchObject([{ problem: 'the connection failed' }]));
  });

  test('is opened no sooner after another than allowed, whatever it is opened for', async ({ start }) => {
    const { add, askedAt, streams } = await start(unknown('x'), { apartMs: 20 });
    add('a', 'x', 'b');
    await until(() => expect(streams()).toEqual(['a,b']));
    const apart = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
    // A timer may be early by a millisecond.
    expect([apart.length, apart.filter((ms) => ms < 18)]).toEqual([5, []]);
  });
});
