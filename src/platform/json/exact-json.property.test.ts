import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactly } from './exact-json.ts';

/** The plain way: the source of every number is asked for. */
const plainly = (text: string): unknown =>
  JSON.parse(text, (_: string, value: unknown, ...rest: unknown[]) =>
    typeof value === 'number' ? (rest[0] as { source: string }).source : value,
  );

const written = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    '0',
    '-0',
    '0.10',
    '1e3',
    '1E+05',
    '-0.0',
    '100',
    '1.50',
    '9007199254740993',
    '123456789012345',
  ),
);
const space = fc.constantFrom('', ' ', '\n', '\t');
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    written,
    fc
      .oneof(fc.string(), fc.constantFrom('2026-01-05T12:00:00.123Z', ':1.5', '-0', '[0.1'))
      .map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    fc
      .tuple(space, fc.array(tie('json'), { maxLength: 4 }))
      .map(([gap, parts]) => `[${parts.map((part) => `${gap}${part}${gap}`).join(',')}]`),
    fc
      .tuple(space, fc.array(fc.tuple(fc.string(), tie('json')), { maxLength: 4 }))
      .map(
        ([gap, parts]) =>
          `{${parts.map(([name, part]) => `${gap}${JSON.stringify(name)}:${gap}${part}${gap}`).join(',')}}`,
      ),
  ),
}));

it('gives every number as it was written, however it was, and all else as it is', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(parseExactly(text)).toEqual(plainly(text));
    }),
    { numRuns: 2000 },
  );
});

it('throws on what is not JSON', () => {
  for (const text of ['', '{', '01', '1.', '{"a":1,}', '-'])
    expect(() => parseExactly(text)).toThrow(SyntaxError);
});
