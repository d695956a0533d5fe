import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from './collect.fixture.ts';

const figure = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 }))
    .map(([units, places]) => (units / 10 ** places).toFixed(places)),
  fc.double({ min: 1e-9, max: 1e12, noNaN: true }).map(String),
);
const row = fc.record({
  gap: fc.integer({ min: 1, max: 10 ** 9 }),
  prices: fc.tuple(figure, figure, figure, figure),
  volume: fc.option(fc.nat(), { nil: '' }),
});

const barsOf = (rows: (typeof row extends fc.Arbitrary<infer T> ? T : never)[]) => {
  let ts = Date.UTC(1990, 0);
  return rows.map(({ gap, prices, volume }) => {
    ts += gap;
    const [low = '', open = '', close = '', high = ''] = prices.toSorted((a, b) => Number(a) - Number(b));
    return {
      ts,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: volume === '' ? null : volume,
      text: { open, high, low, close, volume: volume === '' ? null : String(volume) },
    };
  });
};

const style = fc.record({
  columns: fc.shuffledSubarray(['time', 'open', 'high', 'low', 'close', 'volume', 'note'], { minLength: 7 }),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  quoted: fc.boolean(),
  epoch: fc.boolean(),
  note: fc.constantFrom('', 'é €', '"x, ""y"""'),
});

type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

const csvOf = (
  bars: ReturnType<typeof barsOf>,
  { columns, end, mark, quoted, epoch, note }: Style,
): string => {
  const cell = (text: string) => (quoted ? `"${text}"` : text);
  const lines = bars.map(({ ts, text }) => {
    const cells: Record<string, string> = {
      ...text,
      volume: text.volume ?? '',
      time: epoch && ts >= 1e11 ? String(ts) : new Date(ts).toISOString(),
    };
    return columns.map((name) => (name === 'note' ? note : cell(cells[name] ?? ''))).join(',');
  });
  return mark + [columns.map(cell).join(','), ...lines].join(end) + end;
};

const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

describe('any bars, written in any accepted way', () => {
  it('come back as they were, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        style,
        pieces,
        fc.boolean(),
        async (rows, how, lengths, zip) => {
          const bars = barsOf(rows);
          const text = csvOf(bars, how);
          expect(await readText(zip ? gzipSync(text) : text, {}, lengths)).toEqual({
            bars,
            error: null,
            skipped: {},
          });
        },
      ),
    );
  });
});

describe('any text at all', () => {
  const scrap = fc.oneof(
    fc.constantFrom(
      ',',
      '\n',
      '\r\n',
      '"',
      '""',
      ' ',
      '1',
      '0',
      '-1',
      'x',
      '2024-01-02',
      '1704153600',
      '1,1,1,1',
      '\0',
    ),
    fc.string({ maxLength: 4 }),
  );
  const options = fc.record({ skipBad: fc.boolean() });

  it('gives the same bars, sentence and tally whole and in pieces, and never another error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(scrap, { maxLength: 60 }), options, pieces, async (scraps, how, lengths) => {
        const text = `date,open,high,low,close\n${scraps.join('')}`;
        expect(await readText(text, how, lengths)).toEqual(await readText(text, how));
      }),
      { numRuns: 300 },
    );
  });

  it('also of bytes that are not text', async () => {
    const bytes = fc.uint8Array({ maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(bytes, pieces, async (tail, lengths) => {
        const all = Buffer.concat([Buffer.from('date,open,high,low,close\n2024-01-02,1,1,1,1\n'), tail]);
        expect(await readText(all, {}, lengths)).toEqual(await readText(all));
      }),
    );
  });
});
