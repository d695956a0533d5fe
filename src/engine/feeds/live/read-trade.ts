import { isDecimal } from '#src/shared/decimal.ts';
import type { QuarantineReason } from '#src/shared/feeds.ts';
import type { Tick } from '../tick.ts';
import { type Fields, isFields, parseExactly } from './exact-json.ts';
import type { Said } from './exchange.ts';

/** `id` is null where the exchange numbers no trades. */
type Texts = { symbol: string; id: string | null; time: number; price: string; size: string };

const bad = (symbol: string, reason: QuarantineReason, problem: string): Said => ({
  kind: 'bad',
  symbol: symbol || null,
  reason,
  problem,
});

/** Before the first exchange, and after the last date that a clock may show. */
const EARLIEST = Date.UTC(2009, 0);
const LATEST = Date.UTC(2100, 0);

/** A trade of the texts that an exchange wrote; `time` in milliseconds since the epoch. */
export const readTrade = ({ symbol, id, time, price, size }: Texts): Said => {
  if (symbol === '') return bad(symbol, 'malformed', 'a trade names no symbol');
  const number = id === null ? null : Number(id);
  if (id !== null && (!/^\d+$/.test(id) || !Number.isSafeInteger(number)))
    return bad(symbol, 'malformed', `the number of a trade, '${id}', is not a whole number`);
  if (!(time >= EARLIEST && time < LATEST)) return bad(symbol, 'time', 'a trade has no time that can be');
  const tick = { ts: time, id: number, price: Number(price), size: Number(size), text: { price, size } };
  if (!isFigure(price, tick.price)) return bad(symbol, 'number', `price '${price}' is not a number`);
  if (tick.price <= 0) return bad(symbol, 'not_positive', `price ${price} is not above zero`);
  if (!isFigure(size, tick.size)) return bad(symbol, 'number', `size '${size}' is not a number`);
  if (tick.size < 0) return bad(symbol, 'not_positive', `size ${size} is below zero`);
  return { kind: 'trade', symbol, tick };
};

const isFigure = (text: string, value: number): boolean => isDecimal(text) && Number.isFinite(value);

/** The ticks of what was read, in the order of their numbers. */
export const ticksOf = (said: readonly Said[]): Tick[] =>
  said.flatMap((each) => (each.kind === 'trade' ? [each.tick] : [])).sort(byNumber);

const byNumber = (a: Tick, b: Tick): number => (a.id ?? 0) - (b.id ?? 0) || a.ts - b.ts;

/** A message that cannot be read at all. */
const malformed = (problem: string): Said[] => [{ kind: 'bad', symbol: null, reason: 'malformed', problem }];

/** Reads a message of a stream: JSON with its numbers as text, an object or, where there are such, a list. */
export const readMessage =
  (readObject: (body: Fields) => Said[], readList?: (body: unknown[]) => Said[]) =>
  (message: string): Said[] => {
    let body: unknown;
    try {
      body = parseExactly(message);
    } catch {
      return malformed('a message is not JSON');
    }
    if (readList && Array.isArray(body)) return readList(body);
    return isFields(body) ? readObject(body) : malformed('a message is not an object');
  };
