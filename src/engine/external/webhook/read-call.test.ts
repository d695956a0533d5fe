import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCall } from './read-call.ts';

const json = (body: object | string) =>
  readCall({ type: 'application/json', body: typeof body === 'string' ? body : JSON.stringify(body) });

it('takes the fields it knows as they were written, and keeps the rest', () => {
  expect(
    json(
      '{"ticker":"BINANCE:BTCUSDT","price":25012.50,"side":"buy","volume":1e-7,"bot":{"leverage":3,"tags":["a","b"]},"note":null,"event_id":"A-1"}',
    ),
  ).toEqual({
    ok: true,
    id: 'A-1',
    facts: { ticker: 'BINANCE:BTCUSDT', close: '25012.50', action: 'buy', volume: '1e-7' },
    other: { 'bot.leverage': '3', 'bot.tags.0': 'a', 'bot.tags.1': 'b' },
  });
});

it('reads a text as one message, whatever lines it has', () => {
  const body = 'BTCUSDT crossing 25,000\r\nclose 25012.5\u202e';
  expect(readCall({ type: 'text/plain; charset=utf-8', body })).toEqual({
    ok: true,
    id: null,
    facts: { message: 'BTCUSDT crossing 25,000 close 25012.5' },
    other: {},
  });
  // TradingView says what its body is by itself; other programs forget to.
  expect(readCall({ type: '', body: ' {"message":"hi"}' })).toMatchObject({ facts: { message: 'hi' } });
});

it.each([
  ['a long one, cut', { message: 'x'.repeat(2_500) }, 'x'.repeat(2_000)],
  ['one with an open placeholder', { ticker: 'BTC', message: 'price {{close}} now' }, 'price {{close}} now'],
  ['one beside another text', { text: 'other', message: 'mine' }, 'mine'],
  ['one below', { alert: { message: 'inner' }, status: 'firing' }, 'inner'],
  ['one in an object', { message: { text: 'hello' } }, 'hello'],
  ['its markup, as text', { message: '<b>Sell</b>' }, '<b>Sell</b>'],
])('never loses the message of a JSON body: %s', (_name, body, message) => {
  expect(json(body)).toMatchObject({ facts: { message } });
});

it('believes no figure that is none, no open placeholder, and no second field of the same fact', () => {
  expect(
    json({ close: 'about 25', open: '{{open}}', symbol: 'AAPL', ticker: 'MSFT', high: '<b>9</b>' }),
  ).toEqual({
    ok: true,
    id: null,
    facts: { ticker: 'AAPL' },
    other: { close: 'about 25', open: '{{open}}', ticker: 'MSFT', high: '<b>9</b>' },
  });
  expect(json('{"__proto__":{"close":"1"},"constructor":"x"}')).toMatchObject({
    facts: {},
    other: { '__proto__.close': '1', constructor: 'x' },
  });
});

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['{"ticker":', 'isn’t valid JSON'],
  ['[1]', 'not an object'],
  ['{}', 'no field'],
  ['{"a":{"b":{"c":{"d":{"e":1}}}}}', 'nested'],
  [`{${Array.from({ length: 61 }, (_, at) => `"f${at}":1`).join(',')}}`, 'fields'],
  [JSON.stringify({ event_id: 'x'.repeat(201) }), 'event_id'],
  ['['.repeat(8000), 'JSON'],
])('refuses %s', (body, reason) => {
  const read = json(body);
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.reason).toContain(reason);
});

it('never throws, and reads the same body alike', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
      fc.constantFrom('', 'application/json', 'text/plain'),
      (body, type) => {
        expect(readCall({ type, body })).toEqual(readCall({ type, body }));
      },
    ),
  );
});
