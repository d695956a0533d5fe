import { describe, expect, it } from 'vitest';
import { ApiError } from '#src/web/lib/api/api.ts';
import { symbolsIn, watchAll } from './watch-all.ts';

const quiet = (): void => undefined;

describe('several symbols', () => {
  it('are read however they are pasted, each once', () => {
    expect(symbolsIn(' btcusdt, ETHUSDT;\nbtcusdt\tsolusdt ')).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    expect(symbolsIn(' ,; ')).toEqual([]);
  });

  it('are watched, a few at a time, and what is refused keeps nothing else from it', async () => {
    let now = 0;
    let most = 0;
    const done: number[] = [];
    const symbols = Array.from({ length: 12 }, (_, at) => `S${at}`);
    const all = await watchAll(
      symbols,
      async (symbol) => {
        most = Math.max(most, (now += 1));
        await Promise.resolve();
        now -= 1;
        if (symbol === 'S4' || symbol === 'S9')
          throw new ApiError(`Binance doesn’t list ${symbol}.`, 422, 'validation_failed');
      },
      (count) => done.push(count),
    );
    expect(all.left).toEqual(['S4', 'S9']);
    expect(all.problem).toBe('Binance doesn’t list S4.');
    expect(all.watched).toHaveLength(10);
    expect(most).toBe(3);
    expect(done).toEqual(symbols.map((_, at) => at + 1));
  });

  it('aren’t tried any further where nobody can be asked', async () => {
    const asked: string[] = [];
    const symbols = Array.from({ length: 40 }, (_, at) => `S${at}`);
    const all = await watchAll(
      symbols,
      (symbol) => {
        asked.push(symbol);
        return Promise.reject(new ApiError('The exchange couldn’t be asked.', 503, 'feed_unreachable'));
      },
      quiet,
    );
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(all).toEqual({ watched: [], left: symbols, problem: 'The exchange couldn’t be asked.' });
  });

  it('let an error of the program through', async () => {
    await expect(watchAll(['A'], () => Promise.reject(new TypeError('no')), quiet)).rejects.toThrow(
      TypeError,
    );
  });
});
