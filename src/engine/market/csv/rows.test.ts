import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from './rows.ts';

it('reads rows without quotes as csv-parse does', () => {
  const cells = fc.array(fc.constantFrom('', '1', ' 2.5', '2024-01-02', 'ü', '\r', '\t'), {
    minLength: 1,
    maxLength: 4,
  });
  const lines = fc.array(fc.tuple(cells, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.boolean(), (rows, ends) => {
      const text = rows.map(([row, end]) => row.join(',') + end).join('');
      const bytes = Buffer.from(ends ? text : text.replace(/\r?\n$/, ''));
      const theirs: string[][] = parse(bytes, {
        record_delimiter: ['\r\n', '\n'],
        relax_column_count: true,
        skip_empty_lines: false,
      });
      const shown = theirs
        .map((row, at) => ({ line: at + 1, cells: row }))
        .filter(({ cells: [first = '', ...more] }) => more.length > 0 || first.trim() !== '');
      expect([...rowsOf({ bytes, firstLine: 1 })]).toEqual(shown);
    }),
  );
});
