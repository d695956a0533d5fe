import { describe, expect, it } from 'vitest';
import { formatBytes } from './documents.ts';
import { cleanName, fittingName, nameKey, numberedName, typedName } from './names.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['  a   b.txt ', 'a b.txt'],
  ['C:\\Users\\ada\\plan.docx', 'plan.docx'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  // Read from the right it would be called exe.pdf.
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['Cafe\u0301.txt', 'Caf\u00E9.txt'],
  ['..', null],
  ['/', null],
  ['\u200B', null],
  ['x'.repeat(201), null],
])('keeps %j as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept);
});

it('takes no path for a name that a person types', () => {
  expect(typedName('a/b', 120)).toBeNull();
  expect(typedName('Q3 results', 120)).toBe('Q3 results');
  expect(typedName('x'.repeat(121), 120)).toBeNull();
});

it.each([
  ['run.bat', 'text', 'run.bat.txt'],
  ['photo', 'png', 'photo.png'],
  ['photo.PNG', 'png', 'photo.PNG'],
  ['photo.jpeg', 'jpeg', 'photo.jpeg'],
  ['page.csv', 'html', 'page.csv.html'],
  ['x'.repeat(200), 'pdf', `${'x'.repeat(196)}.pdf`],
] as const)('gives %s, which is %s, a fitting ending', (name, kind, fitting) => {
  expect(fittingName(name, kind)).toBe(fitting);
});

describe('a name that is taken', () => {
  it('is numbered before its ending', () => {
    expect(numberedName('report.pdf', 1)).toBe('report.pdf');
    expect(numberedName('report.pdf', 2)).toBe('report (2).pdf');
    expect(numberedName('notes', 12)).toBe('notes (12)');
    expect(numberedName('.txt', 2)).toBe('.txt (2)');
  });
  it('stays within the length', () => {
    expect(numberedName(`${'x'.repeat(196)}.pdf`, 2)).toHaveLength(200);
  });
  it('is the same in capitals', () => {
    expect(nameKey('ÄRGER.PDF')).toBe(nameKey('ärger.pdf'));
  });
});

it.each([
  [0, '0 B'],
  [812, '812 B'],
  [1000, '1.0 kB'],
  [24_900, '24.3 kB'],
  [25 * 1024 ** 2, '25 MB'],
  [1024 ** 3, '1 GB'],
  [100 * 1024 ** 3, '100 GB'],
])('says %i bytes as %s', (bytes, said) => {
  expect(formatBytes(bytes)).toBe(said);
});
