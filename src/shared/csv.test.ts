import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('is read back as it was written, whatever the texts hold', () => {
  const rows = [
    ['name', 'alerts'],
    ['a, "b"\nc', 12],
    ['Zürich', null],
  ];
  expect(parse(toCsv(rows), { bom: true, record_delimiter: '\r\n' })).toEqual([
    ['name', 'alerts'],
    ['a, "b"\nc', '12'],
    ['Zürich', ''],
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('gives no formula away: %j', (text) => {
  expect(parse(toCsv([[text]]), { bom: true, record_delimiter: '\r\n' })).toEqual([[`'${text}`]]);
});

it('leaves numbers alone, and begins with the mark of its encoding', () => {
  expect(toCsv([[-1.5, 'x']])).toBe('\uFEFF-1.5,x\r\n');
});
