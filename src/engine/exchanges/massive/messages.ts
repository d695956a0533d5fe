import { type Fields, isFields, listAt, textAt } from '#src/platform/json/exact-json.ts';
import type { Denial, Message } from '../live/exchange.ts';
import { readMessage, readTrade } from '../live/read-trade.ts';
import { isVoid, weighs } from './conditions.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Times come in ms, µs or ns, by their length. @returns ms, or NaN */
const msOf = (text: string): number => (/^\d{13,19}$/.test(text) ? Number(text.slice(0, 13)) : Number.NaN);

type Trade = {
  symbol: string;
  time: string;
  price: string;
  size: string;
  id: string;
  exchange: string;
  facility: string;
  conditions: readonly unknown[];
};

function readTexts({ symbol, time, price, size, id, exchange, facility, conditions }: Trade): Message {
  const read = readTrade({ symbol, id: null, time: msOf(time), price, size });
  if (read.kind !== 'trade') return read;
  if (id === '')
    return { kind: 'bad', symbol: symbol || null, reason: 'malformed', problem: 'a trade has no number' };
  const weight = weighs(conditions.filter((each) => typeof each === 'string'));
  if (weight === 'nothing') return { kind: 'alive' };
  // Trade IDs are unique per symbol, exchange and reporting facility, on a day.
  const key = `${exchange} ${facility} ${id} ${Math.floor(read.tick.ts / DAY)}`;
  const tick = { ...read.tick, key };
  return { ...read, tick: weight === 'volume' ? { ...tick, volumeOnly: true } : tick };
}

/** A trade of the stream. `ds` is the size with fractions of a share. */
const tradeOf = (fields: Fields): Message =>
  readTexts({
    symbol: textAt(fields, 'sym'),
    time: textAt(fields, 't'),
    price: textAt(fields, 'p'),
    size: textAt(fields, 'ds') || textAt(fields, 's'),
    id: textAt(fields, 'i'),
    exchange: textAt(fields, 'x'),
    facility: textAt(fields, 'trfi') || '0',
    conditions: listAt(fields, 'c'),
  });

/** A trade of REST, which knows how it was corrected. */
export const storedTradeOf = (fields: Fields, symbol: string): Message =>
  isVoid(textAt(fields, 'correction'))
    ? { kind: 'alive' }
    : readTexts({
        symbol,
        time: textAt(fields, 'sip_timestamp'),
        price: textAt(fields, 'price'),
        size: textAt(fields, 'decimal_size') || textAt(fields, 'size'),
        id: textAt(fields, 'id'),
        exchange: textAt(fields, 'exchange'),
        facility: textAt(fields, 'trf_id') || '0',
        conditions: listAt(fields, 'conditions'),
      });

/** Price bands, and with 17 that trading is halted, with 18 that it goes on; both of Nasdaq stocks only. */
function bandOf(fields: Fields): Message {
  const [symbol, since] = [textAt(fields, 'T'), msOf(textAt(fields, 't'))];
  if (symbol === '' || Number.isNaN(since))
    return {
      kind: 'bad',
      symbol: symbol || null,
      reason: 'malformed',
      problem: 'price bands name no symbol or time',
    };
  const indicators = listAt(fields, 'i');
  if (indicators.includes('18')) return { kind: 'halt', symbol, halt: null };
  if (indicators.includes('17')) return { kind: 'halt', symbol, halt: { since, reason: 'trading halt' } };
  return { kind: 'alive' };
}

const DENIALS: Readonly<Record<string, Denial>> = {
  auth_failed: {
    problem:
      'Massive rejected the key. It may have been deleted there: copy a current key from its dashboard, and replace the key here',
    retryAfterMs: 15 * MINUTE,
  },
  auth_timeout: {
    problem: 'Massive timed out waiting for the key; the connection may be slow',
    retryAfterMs: MINUTE,
  },
  max_connections: {
    problem:
      'The Massive account is connected somewhere else, and it allows one connection. Close the other one; we try again every 5 minutes',
    retryAfterMs: 5 * MINUTE,
  },
};

function statusOf(fields: Fields): Message {
  const status = textAt(fields, 'status');
  if (status === 'auth_success') return { kind: 'loggedIn' };
  const denial = DENIALS[status];
  if (denial) return { kind: 'denied', ...denial };
  if (status === 'error')
    return { kind: 'refused', symbol: null, problem: `Massive answered “${textAt(fields, 'message')}”` };
  return { kind: 'alive' };
}

function messageOf(body: unknown): Message {
  if (!isFields(body))
    return { kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message is not an object' };
  switch (textAt(body, 'ev')) {
    case 'T':
      return tradeOf(body);
    case 'LULD':
      return bandOf(body);
    case 'status':
      return statusOf(body);
    case '':
      return { kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message has no type' };
    default:
      return { kind: 'alive' };
  }
}

/** Messages come in lists. */
export const readMassive = readMessage(
  (body) => [messageOf(body)],
  (list) => list.map(messageOf),
);
