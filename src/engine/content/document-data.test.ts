import { expect, test } from 'vitest';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { checkDocument } from './check-document.ts';
import { fallDocument, fallInput } from './document.fixture.ts';
import { marketData } from './document-data.ts';
import { groundOf } from './writer.ts';

const input = fallInput();
const document = fallDocument();
const data = document.data!;

test('an alert has the figures of its last bar, as the source wrote them', () => {
  expect(data).toEqual({
    kind: 'big_move',
    symbol: '^GSPC',
    ticker: '^GSPC',
    exchange: null,
    currency: null,
    timeframe: '1d',
    time: '2020-03-16T00:00:00.000Z',
    triggeredAt: null,
    bar: { open: '2508.59', high: '2562.98', low: '2380.94', close: '2386.129883', volume: '3000' },
    move: '-11.98',
    // The figures that this event compares, in its order; the example’s evidence has no `close` among them.
    plots: ['2711.02', null, String(input.evidence.figures['change_pct'])],
  });
});

test('figures are in plain notation, without separators or an exponent', () => {
  const [before, last] = input.evidence.bars;
  const bar = { ...last!, close: '1.2e-7', open: '+1455.50', volume: null };
  const about = { ...input, symbol: 'BINANCE:BTCUSDT', currency: 'USDT', triggeredAt: 0 };
  const evidence = { ...input.evidence, bars: [before!, bar], figures: { change_pct: 1e-9 } };
  expect(marketData({ ...about, evidence })).toMatchObject({
    ticker: 'BTCUSDT',
    exchange: 'BINANCE',
    triggeredAt: '1970-01-01T00:00:00.000Z',
    bar: { close: '0.00000012', open: '1455.5', volume: null },
    plots: [null, null, '0.000000001'],
  });
});

test.each([
  ['another close', { bar: { ...data.bar!, close: '2386.13' } }],
  ['another move', { move: '-11.97' }],
  ['no bar', { bar: null }],
  ['the time of another bar', { time: '2020-03-13T00:00:00.000Z' }],
  ['a figure that the evidence doesn’t have', { plots: ['5'] }],
] as [string, Partial<typeof data>][])('refuses %s', (_name, change) => {
  const ground = groundOf(input);
  expect(checkDocument(document, ground)).toEqual({ ok: true });
  const changed: AlertDocument = { ...document, data: { ...data, ...change } };
  expect(checkDocument(changed, ground)).toMatchObject({ ok: false, part: 'data' });
});
