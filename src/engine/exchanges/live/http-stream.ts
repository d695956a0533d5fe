import { BUSY_STATUS, problemOf } from './closed.ts';
import type { Closed, Connect, HttpStream } from './exchange.ts';
import { retryAfter } from './rest.ts';

/** What is sent over the wire: no text goes to the source, the next address has other symbols. */
type Change = { add?: readonly string[]; remove?: readonly string[] };
export const changeOf = (change: Change): string => JSON.stringify(change);

const OPEN_WITHIN_MS = 10_000;
/** The first line of a stream comes within this, if only a heartbeat. */
const FIRST_LINE_MS = 15_000;
const LONGEST_LINE = 1024 * 1024;
/** Symbols that are added one after the other share a stream. */
const SETTLES_MS = 50;
/** A stream is opened no sooner after the one before. */
const APART_MS = 600;

/**
 * Keeps a stream open whose symbols are in its address. When they change, the new stream is opened first, and the old one
 * ends with the first line of the new one: messages may come twice, and none is missed.
 */
export const connectHttpStream =
  ({ headers, addressOf, unknownSymbolStatus, refusalOf }: HttpStream): Connect =>
  (url, on) => {
    const symbols = new Set<string>();
    let isOver = false;
    /** The stream that is read, and the one that takes its place with its first line. */
    let current: AbortController | null = null;
    let next: AbortController | null = null;
    let timer: NodeJS.Timeout | undefined;
    let openedAt = Number.NEGATIVE_INFINITY;

    const stop = (): void => {
      isOver = true;
      clearTimeout(timer);
      current?.abort();
      next?.abort();
    };
    const end = (why: Closed): void => {
      if (isOver) return;
      stop();
      on.closed(why);
    };
    const failed = (mine: AbortController, error: unknown): void => {
      if (!mine.signal.aborted) end({ problem: problemOf(error), retryAfterMs: null, busy: false });
    };
    const silent = (): void =>
      end({ problem: 'the exchange does not answer', retryAfterMs: null, busy: false });
    const answered = (response: Response): Closed => ({
      problem: `the exchange answered ${response.status}`,
      retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
      busy: BUSY_STATUS.has(response.status),
      status: response.status,
    });

    function reopen(): void {
      if (isOver || timer) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          openedAt = performance.now();
          next?.abort();
          next = null;
          if (symbols.size === 0) {
            current?.abort();
            current = null;
            return;
          }
          const mine = new AbortController();
          next = mine;
          read(mine, [...symbols]).catch((error: unknown) => failed(mine, error));
        },
        Math.max(SETTLES_MS, openedAt + APART_MS - performance.now()),
      );
    }

    /** Opens a stream. @returns its answer, or null if it was given up or failed */
    async function open(mine: AbortController, asked: readonly string[]): Promise<Response | null> {
      const tooLong = setTimeout(silent, OPEN_WITHIN_MS);
      try {
        return await fetch(addressOf(url, asked), { headers, redirect: 'error', signal: mine.signal });
      } catch (error) {
        failed(mine, error);
        return null;
      } finally {
        clearTimeout(tooLong);
      }
    }

    async function read(mine: AbortController, asked: readonly string[]): Promise<void> {
      const response = await open(mine, asked);
      if (!response || mine.signal.aborted) return;
      if (response.status === unknownSymbolStatus) return leaveOutUnknown(mine, response, asked);
      if (!response.ok || !response.body) return end(answered(response));
      // Without it, the old stream would go on, and symbols that were added would never be heard of.
      const tooLong = setTimeout(silent, FIRST_LINE_MS);
      try {
        for await (const line of linesOf(response.body)) {
          clearTimeout(tooLong);
          if (mine.signal.aborted) return;
          if (next === mine) {
            current?.abort();
            [current, next] = [mine, null];
          }
          on.message(line);
        }
        if (!mine.signal.aborted)
          end({ problem: 'the exchange closed the connection', retryAfterMs: null, busy: false });
      } finally {
        clearTimeout(tooLong);
      }
    }

    /** Asks for one symbol after the other, and goes on with those that the source knows. */
    async function leaveOutUnknown(
      mine: AbortController,
      refused: Response,
      asked: readonly string[],
    ): Promise<void> {
      await refused.body?.cancel();
      let unknown = 0;
      for (const symbol of asked) {
        if (asked.length > 1) await new Promise((resolve) => setTimeout(resolve, APART_MS));
        if (mine.signal.aborted) return;
        const response = asked.length > 1 ? await open(mine, [symbol]) : refused;
        if (!response || mine.signal.aborted) return;
        if (response !== refused) await response.body?.cancel();
        if (response.status !== unknownSymbolStatus) continue;
        unknown += 1;
        symbols.delete(symbol);
        on.message(refusalOf(symbol));
      }
      if (unknown === 0) return end(answered(refused));
      reopen();
    }

    setImmediate(() => isOver || on.open());
    return {
      send: (text) => {
        const { add = [], remove = [] } = JSON.parse(text) as Change;
        for (const symbol of add) symbols.add(symbol);
        for (const symbol of remove) symbols.delete(symbol);
        reopen();
      },
      // Without symbols there is no stream that could be silent.
      ping: () => {
        if (symbols.size === 0) on.alive();
      },
      close: stop,
    };
  };

/** The lines of a body that aren't empty. @throws Error on one that is too long */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line.trim();
    if (rest.length > LONGEST_LINE) throw new Error('a line of the stream is too long');
  }
}
