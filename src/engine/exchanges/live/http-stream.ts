import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from './backoff.ts';
import { BUSY_STATUS, problemOf } from './closed.ts';
import type { Closed, Connect, HttpStream } from './exchange.ts';
import { retryAfter } from './rest.ts';

/** What is sent over the wire: no text goes to the source, the next address has other symbols. */
type Change = { add?: readonly string[]; remove?: readonly string[] };
export const changeOf = (change: Change): string => JSON.stringify(change);

const LIMITS = {
  openWithinMs: 10_000,
  /** The first line of a stream comes within this, if only a heartbeat. */
  firstLineMs: 15_000,
  /** Symbols that are added one after the other share a stream. */
  settlesMs: 50,
  /** A stream is opened no sooner after the one before. */
  apartMs: 600,
  /** The waits before a stream that failed is opened again, while the one before it goes on. */
  backoffMs: 2_000,
  backoffMostMs: 60_000,
};
const LONGEST_LINE = 1024 * 1024;
/** The key isn't accepted any more: the stream that goes on has no right to. */
const DENIED: ReadonlySet<number | undefined> = new Set([401, 403, 404]);

const problem = (text: string): Closed => ({ problem: text, retryAfterMs: null, busy: false });
const SILENT = problem('the exchange does not answer');
const answered = (response: Response): Closed => ({
  problem: `the exchange answered ${response.status}`,
  retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
  busy: BUSY_STATUS.has(response.status),
  status: response.status,
});

/** What the source answered: a stream, or why it gives none. `isSymbol`: a symbol is the reason. */
type Answer = { body: ReadableStream<Uint8Array>; refusal: null } | { refusal: Closed; isSymbol: boolean };

/**
 * Keeps a stream open whose symbols are in its address. When they change, the new stream is opened first, and the old one
 * ends with the first line of the new one: messages may come twice, and none is missed. A new stream that fails is opened
 * again later, and the old one goes on.
 */
export const connectHttpStream =
  ({ headers, addressOf, isUnknownSymbol, refusalOf }: HttpStream, limits = LIMITS): Connect =>
  (url, on) => {
    const symbols = new Set<string>();
    /** Symbols that the source doesn't know. Before a stream is open, a message about them would pass for one. */
    const refused = new Set<string>();
    let isOver = false;
    /** The stream that is read, and the one that takes its place with its first line. */
    let current: AbortController | null = null;
    let next: AbortController | null = null;
    let timer: NodeJS.Timeout | undefined;
    let openedAt = Number.NEGATIVE_INFINITY;
    /** How often the next stream failed. */
    let failures = 0;

    const stop = (): void => {
      isOver = true;
      clearTimeout(timer);
      current?.abort();
      next?.abort();
    };

    /** A stream failed: the connection ends, unless another stream goes on. */
    function fail(mine: AbortController, why: Closed): void {
      if (isOver || mine.signal.aborted) return;
      if (mine === current || !current || DENIED.has(why.status)) {
        stop();
        return on.closed(why);
      }
      mine.abort();
      next = null;
      const { backoffMs: first, backoffMostMs: most } = limits;
      const wait = backoffMs(failures, { first, most, random: Math.random });
      failures += 1;
      reopen(Math.max(wait, why.retryAfterMs ?? 0));
    }

    /** Passes on which symbols the source doesn't know. */
    function tellRefused(): void {
      const told = [...refused];
      refused.clear();
      for (const symbol of told) on.message(refusalOf(symbol));
    }

    function reopen(waitMs = limits.settlesMs): void {
      if (isOver || timer) return;
      timer = setTimeout(() => {
        timer = undefined;
        next?.abort();
        next = null;
        if (symbols.size === 0) {
          current?.abort();
          current = null;
          return tellRefused();
        }
        const mine = new AbortController();
        next = mine;
        read(mine, [...symbols]).catch((error: unknown) => fail(mine, problem(problemOf(error))));
      }, waitMs);
    }

    /** Opens a stream, in its turn. @returns null if it was given up or failed */
    async function open(mine: AbortController, asked: readonly string[]): Promise<Answer | null> {
      const { signal } = mine;
      await sleep(Math.max(0, openedAt + limits.apartMs - performance.now()), undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return null;
      openedAt = performance.now();
      const tooLong = setTimeout(() => fail(mine, SILENT), limits.openWithinMs);
      try {
        const response = await fetch(addressOf(url, asked), { headers, redirect: 'error', signal });
        if (response.ok && response.body) return { body: response.body, refusal: null };
        const isSymbol = isUnknownSymbol(response.status, await response.text());
        return signal.aborted ? null : { refusal: answered(response), isSymbol };
      } catch (error) {
        fail(mine, problem(problemOf(error)));
        return null;
      } finally {
        clearTimeout(tooLong);
      }
    }

    async function read(mine: AbortController, asked: readonly string[]): Promise<void> {
      const answer = await open(mine, asked);
      if (!answer) return;
      if (answer.refusal)
        return answer.isSymbol ? leaveOutUnknown(mine, answer.refusal, asked) : fail(mine, answer.refusal);
      // Without it, the old stream would go on, and symbols that were added would never be heard of.
      const tooLong = setTimeout(() => fail(mine, SILENT), limits.firstLineMs);
      try {
        for await (const line of linesOf(answer.body)) {
          clearTimeout(tooLong);
          if (mine.signal.aborted) return;
          if (next === mine) {
            current?.abort();
            [current, next] = [mine, null];
            failures = 0;
            tellRefused();
          }
          on.message(line);
        }
        fail(mine, problem('the exchange closed the connection'));
      } finally {
        clearTimeout(tooLong);
      }
    }

    /**
     * Finds the symbols that the source doesn't know, and goes on with the others. Asks for one half and the other, and
     * halves what is refused. A symbol counts as unknown only if it's refused alone.
     */
    async function leaveOutUnknown(
      mine: AbortController,
      refusal: Closed,
      asked: readonly string[],
    ): Promise<void> {
      const groups = [asked];
      for (let group = groups.pop(); group; group = groups.pop()) {
        const [only] = group;
        if (group.length === 1 && only !== undefined) {
          symbols.delete(only);
          refused.add(only);
          if (current) tellRefused();
          continue;
        }
        const middle = Math.ceil(group.length / 2);
        const before = groups.length;
        for (const half of [group.slice(middle), group.slice(0, middle)]) {
          const answer = await open(mine, half);
          if (!answer) return;
          // The source answers: with many symbols the search takes longer than a silence may.
          on.alive();
          if (!answer.refusal) await answer.body.cancel();
          else if (answer.isSymbol) groups.push(half);
          else return fail(mine, answer.refusal);
        }
        // It knows both halves, and not both together: no symbol is the reason.
        if (groups.length === before) return fail(mine, refusal);
      }
      reopen();
    }

    setImmediate(() => isOver || on.open());
    return {
      send: (text) => {
        const { add = [], remove = [] } = JSON.parse(text) as Change;
        for (const symbol of add) symbols.add(symbol);
        for (const symbol of [...add, ...remove]) refused.delete(symbol);
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
