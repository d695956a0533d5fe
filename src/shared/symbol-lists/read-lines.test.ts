import { expect, it } from 'vitest';
import { LINES_MAX } from './lists.ts';
import { readLines } from './read-lines.ts';

const read = (symbols: string, rest: object = {}) => readLines({ symbols, ...rest });

it('reads a symbol a line, with the form’s reason and days where a line has none of its own', () => {
  const form = { reason: 'Banking mandate', from: '2026-11-26', until: '2026-12-31' };
  const text =
    '\uFEFFSymbol,Reason,From,Until\r\n aapl \nBRK.B,"Deal, announced ""soon""",2026-11-27,\n\nbtc/usd;;;2027-01-31\n';
  expect(read(text, form)).toEqual({
    problems: [],
    lines: [
      { symbol: 'AAPL', reason: 'Banking mandate', from: '2026-11-26', until: '2026-12-31' },
      { symbol: 'BRK.B', reason: 'Deal, announced "soon"', from: '2026-11-27', until: '2026-12-31' },
      { symbol: 'BTC/USD', reason: 'Banking mandate', from: '2026-11-26', until: '2027-01-31' },
    ],
  });
});

it.each([
  ['a b', 'isn’t a symbol'],
  ['=HYPERLINK("x")', 'isn’t a symbol'],
  ['X'.repeat(41), 'isn’t a symbol'],
  [',why', 'Enter a symbol'],
  ['AAPL', 'Give a reason'],
  [`AAPL,${'x'.repeat(301)}`, '300 characters'],
  ['AAPL,why,tomorrow', 'isn’t a day'],
  ['AAPL,why,2026-02-30', 'isn’t a day'],
  ['AAPL,why,2026-12-02,2026-12-01', 'before the first'],
  ['AAPL,"why', 'quote isn’t closed'],
  ['AAPL,why,2026-12-01,2026-12-02,more', 'quote a reason with commas'],
  ['', 'Enter a symbol'],
])('refuses %j', (line, says) => {
  const { problems } = read(line);
  expect(problems).toEqual([{ line: 1, problem: expect.stringContaining(says) }]);
});

it('names every faulty line by its number, a symbol that comes twice, and what is too much', () => {
  expect(read('AAPL,x\n\n?\naapl,y\nMSFT').problems).toEqual([
    { line: 3, problem: expect.stringContaining('isn’t a symbol') },
    { line: 4, problem: 'AAPL is in line 1 too.' },
    { line: 5, problem: 'Give a reason.' },
  ]);
  const many = Array.from({ length: LINES_MAX + 1 }, (_, n) => `S${n}`).join('\n');
  expect(read(many, { reason: 'x' })).toMatchObject({ lines: [], problems: [{ line: LINES_MAX + 1 }] });
});
