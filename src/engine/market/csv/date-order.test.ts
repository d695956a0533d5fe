import { expect, it } from 'vitest';
import { readText } from './collect.fixture.ts';

const days = async (dates: readonly string[], options = {}) => {
  const rows = dates.map((date, at) => `${date},${at + 1},${at + 1},${at + 1},${at + 1}`);
  const { bars, error, skipped } = await readText(
    `date,open,high,low,close\n${rows.join('\n')}\n`,
    options,
    [64],
  );
  return { days: bars.map(({ ts }) => new Date(ts).toISOString().slice(0, 16)), error, skipped };
};

it.each([
  [
    ['1/11/2017', '01/12/2017', '1/13/2017'],
    ['2017-01-11T00:00', '2017-01-12T00:00', '2017-01-13T00:00'],
  ],
  [
    ['11/1/2017', '12/01/2017', '13/1/2017'],
    ['2017-01-11T00:00', '2017-01-12T00:00', '2017-01-13T00:00'],
  ],
  [
    ['1/12/2017 9:30 AM', '1/13/2017 12:00 am', '1/13/2017 4:05 PM'],
    ['2017-01-12T09:30', '2017-01-13T00:00', '2017-01-13T16:05'],
  ],
  [
    ['13/1/2017 9:30', '13/1/2017 10:30:00'],
    ['2017-01-13T09:30', '2017-01-13T10:30'],
  ],
  // Day and month are the same.
  [
    ['03/03/2017', '4/4/2017'],
    ['2017-03-03T00:00', '2017-04-04T00:00'],
  ],
])('%j: the first day over twelve decides for all rows', async (dates, expected) => {
  expect(await days(dates)).toEqual({ days: expected, error: null, skipped: {} });
});

it('keeps to the one decision, and names what does not fit', async () => {
  const { days: read, skipped } = await days(['1/13/2017', '14/1/2017', '', '2/30/2017', '1/16/2017'], {
    skipBad: true,
  });
  expect(read).toEqual(['2017-01-13T00:00', '2017-01-16T00:00']);
  expect(skipped).toEqual({ time: { count: 3, firstLines: [3, 4, 5] } });
});

it('says what is missing where nothing decides', async () => {
  const { days: read, error } = await days(['01/02/2017', '01/03/2017']);
  expect(read).toEqual([]);
  expect(error).toBe(
    "f.csv, line 2: '01/02/2017' could be day or month first, and no date of the file decides it: write dates as 2018-01-02.",
  );
});

it('gives the rows before damage, though they were held back', async () => {
  const text = Buffer.concat([
    Buffer.from('date,open,high,low,close\n3/3/2017,1,1,1,1\n4/4/2017,'),
    Buffer.from([0xe9, 0x0a]),
  ]);
  const { bars, error } = await readText(text, {}, [20]);
  expect([bars.length, error]).toEqual([1, 'f.csv, line 3: the text is not valid UTF-8.']);
});
