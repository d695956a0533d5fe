import { expect, it } from 'vitest';
import type { Database } from '#src/db/database.ts';
import type { InstrumentBars } from './instrument-bars.ts';
import { madeSeries } from './made-series.ts';

it('holds up no symbol for another one that fails, and tries each again', async () => {
  const tried: string[] = [];
  const wanted = ['3m', '1M'] as const;
  const entryOf = (id: string): InstrumentBars => {
    const expected = new Set<string>();
    const demand = {
      made: () => wanted.filter((each) => expected.has(each)),
      expect: (timeframe: string) => {
        expected.add(timeframe);
        return { closedUntil: 0, wholeFrom: 0 };
      },
    };
    const settled = async () => {
      tried.push(id);
      throw new Error(`no bars of ${id}`);
    };
    return { instrument: { id }, demand, settled } as unknown as InstrumentBars;
  };
  const made = madeSeries({} as Database, { madeOf: () => [...wanted] }, () => 0);
  const entries = [entryOf('a'), entryOf('b')];
  await expect(made.sync(entries)).rejects.toMatchObject({
    errors: ['a', 'a', 'b', 'b'].map((id) => new Error(`no bars of ${id}`)),
  });
  await expect(made.sync(entries)).rejects.toThrow('4 could not begin');
  expect(tried).toEqual(['a', 'a', 'b', 'b', 'a', 'a', 'b', 'b']);
});
