import { type Fields, isFields, listAt, textAt } from '#src/platform/json/exact-json.ts';
import type { Denial, Message } from '../live/exchange.ts';
import { readMessage, readTrade } from '../live/read-trade.ts';
import { weighs } from './conditions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A trade as the stream and REST write it. What neither makes a price nor counts as volume is a sign of life. */
export function tradeOf(fields: Fields, symbol: string): Message {
  const read = readTrade({
    symbol,
    id: null,
    time: Date.parse(textAt(fields, 't')),
    price: textAt(fields, 'p'),
    size: textAt(fields, 's'),
  });
  if (read.kind !== 'trade') return read;
  const [id, exchange] = [textAt(fields, 'i'), textAt(fields, 'x')];
  if (id === '')
    return { kind: 'bad', symbol: symbol || null, reason: 'malformed', problem: 'a trade has no number' };
  const weight = weighs(
    listAt(fields, 'c').filter((each) => typeof each === 'string'),
    textAt(fields, 'z'),
  );
  if (weight === 'nothing') return { kind: 'alive' };
  const tick = { ...read.tick, key: keyOf(exchange, id, read.tick.ts) };
  return { ...read, tick: weight === 'volume' ? { ...tick, volumeOnly: true } : tick };
}

/** Trade numbers are unique per exchange and day. */
const keyOf = (exchange: string, id: string, ts: number): string =>
  `${exchange} ${id} ${Math.floor(ts / DAY)}`;

/** A trade that was corrected: `o…` is what was told, `c…` what holds. */
function correctionOf(fields: Fields): Message {
  const symbol = textAt(fields, 'S');
  const [id, exchange] = [textAt(fields, 'oi'), textAt(fields, 'x')];
  const at = Date.parse(textAt(fields, 't'));
  const right = tradeOf(
    {
      i: textAt(fields, 'ci'),
      x: exchange,
      p: textAt(fields, 'cp'),
      s: textAt(fields, 'cs'),
      c: listAt(fields, 'cc'),
      z: textAt(fields, 'z'),
      t: textAt(fields, 't'),
    },
    symbol,
  );
  if (right.kind === 'bad') return right;
  const by = right.kind === 'trade' ? right.tick : null;
  return { kind: 'withdrawn', symbol, key: keyOf(exchange, id, at), by };
}

function cancellationOf(fields: Fields): Message {
  const [symbol, id, at] = [textAt(fields, 'S'), textAt(fields, 'i'), Date.parse(textAt(fields, 't'))];
  if (symbol === '' || id === '' || Number.isNaN(at))
    return {
      kind: 'bad',
      symbol: symbol || null,
      reason: 'malformed',
      problem: 'a cancellation names no trade',
    };
  const exchange = textAt(fields, 'x');
  return { kind: 'withdrawn', symbol, key: keyOf(exchange, id, at), by: null };
}

/** Codes of CTA (2, 3) and UTP (H, P, T). Others are indications and notes; quotes resume (Q) before trading does. */
const HALTS = new Set(['2', 'H', 'P']);
const RESUMPTIONS = new Set(['3', 'T']);

function statusOf(fields: Fields): Message {
  const [symbol, code, at] = [textAt(fields, 'S'), textAt(fields, 'sc'), Date.parse(textAt(fields, 't'))];
  if (symbol === '' || Number.isNaN(at))
    return { kind: 'bad', symbol: symbol || null, reason: 'malformed', problem: 'a status names no symbol' };
  if (RESUMPTIONS.has(code)) return { kind: 'halt', symbol, halt: null };
  if (!HALTS.has(code)) return { kind: 'alive' };
  const reason = textAt(fields, 'rm') || textAt(fields, 'sm') || 'trading halt';
  return { kind: 'halt', symbol, halt: { since: at, reason } };
}

/** What its errors mean for a user, and when trying again makes sense. */
const DENIALS: Readonly<Record<string, Denial>> = {
  402: {
    problem:
      'Alpaca rejected the key. It may have been deleted or regenerated there: copy the current key ID and secret, and replace the key here',
    retryAfterMs: 15 * MINUTE,
  },
  404: { problem: 'Alpaca timed out waiting for the key; the connection may be slow', retryAfterMs: MINUTE },
  405: {
    problem:
      'The key allows fewer symbols than are watched. Leave some of them, or choose a larger plan at Alpaca',
    retryAfterMs: 15 * MINUTE,
  },
  406: {
    problem:
      'The Alpaca account is connected somewhere else, and it allows one connection. Close the other one; we try again every 5 minutes',
    retryAfterMs: 5 * MINUTE,
  },
  409: {
    problem:
      'The Alpaca account’s plan doesn’t include this data. Replace the key and choose IEX, or change the plan at Alpaca',
    retryAfterMs: 15 * MINUTE,
  },
};
const denial = (code: string): Message | null => {
  const known = DENIALS[code === '401' ? '402' : code];
  return known ? { kind: 'denied', ...known } : null;
};

function errorOf(fields: Fields): Message {
  const code = textAt(fields, 'code');
  // 403: already logged in.
  if (code === '403') return { kind: 'alive' };
  // 407: we read too slowly; it closes the connection.
  if (code === '407' || code === '500') return { kind: 'leaving' };
  return (
    denial(code) ?? {
      kind: 'refused',
      symbol: null,
      problem: `Alpaca answered ${code} ${textAt(fields, 'msg')}`,
    }
  );
}

function messageOf(body: unknown): Message {
  if (!isFields(body))
    return { kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message is not an object' };
  switch (textAt(body, 'T')) {
    case 't':
      return tradeOf(body, textAt(body, 'S'));
    case 'c':
      return correctionOf(body);
    case 'x':
      return cancellationOf(body);
    case 's':
      return statusOf(body);
    case 'success':
      return textAt(body, 'msg') === 'authenticated' ? { kind: 'loggedIn' } : { kind: 'alive' };
    case 'error':
      return errorOf(body);
    case '':
      return { kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message has no type' };
    default:
      return { kind: 'alive' };
  }
}

/** Messages come in lists. */
export const readAlpaca = readMessage(
  (body) => [messageOf(body)],
  (list) => list.map(messageOf),
);
