import { describe, expect, it } from 'vitest';
import { askInTurn } from './ask-in-turn.ts';
import { RestError } from './rest.ts';

describe('questions to an exchange', () => {
  it('go out one after the other, apart', async () => {
    const ask = askInTurn(30);
    const at: number[] = [];
    const said = await Promise.all(
      [1, 2, 3].map((n) =>
        ask(async () => {
          at.push(performance.now());
          return n;
        }),
      ),
    );
    expect(said).toEqual([1, 2, 3]);
    for (const [index, moment] of at.slice(1).entries())
      expect(moment - (at[index] ?? 0)).toBeGreaterThanOrEqual(25);
  });

  it('stop for as long as the exchange asks, and those that fail hold up no other', async () => {
    const ask = askInTurn(0);
    await expect(ask(() => Promise.reject(new RestError('no', 404, null)))).rejects.toThrow('no');
    expect(await ask(async () => 'yes')).toBe('yes');
    await expect(ask(() => Promise.reject(new RestError('slower', 429, 60_000)))).rejects.toThrow('slower');
    await expect(ask(async () => 'yes')).rejects.toThrow('left alone');
  });

  it('stop for a while where the exchange says that they are too many, and not for how long', async () => {
    for (const status of [429, 418]) {
      const ask = askInTurn(0);
      await expect(ask(() => Promise.reject(new RestError('slower', status, null)))).rejects.toThrow(
        'slower',
      );
      await expect(ask(async () => 'yes')).rejects.toThrow('left alone');
    }
    const ask = askInTurn(0);
    await expect(ask(() => Promise.reject(new RestError('busy', 503, null)))).rejects.toThrow('busy');
    expect(await ask(async () => 'yes')).toBe('yes');
  });

  it('are refused where too many wait', async () => {
    const ask = askInTurn(1);
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => ask(async () => 'yes')));
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(await ask(async () => 'again')).toBe('again');
  });
});
