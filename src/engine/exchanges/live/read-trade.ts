import { isDecimal } from '#src/shared/decimal.ts';
import type { QuarantineReason } from '#src/shared/feeds.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { type Fields, isFields, parseExactly } from '#src/platform/json/exact-json.ts';
import type { Message } from './exchange.ts';

/** The fields of a trade as text; `time` in ms since the epoch. `id` is null if the exchange doesn't number trades. */
type Texts = { symbol: string; id: string | null; time: number; price: string; size: string };

const bad = (symbol: string, reason: QuarantineReason, problem: string): Message => ({
  kind: 'bad',
  symbol: symbol || null,
  reason,
  problem,
});

/** Times outside of this range can't be right. */
const EARLIEST = Date.UTC(2009, 0);
const LATEST = Date.UTC(2100, 0);

/** Reads a trade; what can't be right becomes `bad`. */
export const readTrade = ({ symbol, id, time, price, size }: Texts): Message => {
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

/** The trades among messages, sorted by number. */
export const ticksOf = (messages: readonly Message[]): Tick[] =>
  messages.flatMap((each) => (each.kind === 'trade' ? [each.tick] : [])).sort(byNumber);

const byNumber = (a: Tick, b: Tick): number => (a.id ?? 0) - (b.id ?? 0) || a.ts - b.ts;

/** A message that can't be read at all. */
const malformed = (problem: string): Message[] => [
  { kind: 'bad', symbol: null, reason: 'malformed', problem },
];

/** Makes the reader of a stream's messages: JSON objects, and lists if the exchange sends some. Numbers stay text. */
export const readMessage =
  (readObject: (body: Fields) => Message[], readList?: (body: unknown[]) => Message[]) =>
  (message: string): Message[] => {
    let body: unknown;
    try {
      body = parseExactly(message);
    } catch {
      return malformed('a message is not JSON');
    }
    if (readList && Array.isArray(body)) return readList(body);
    return isFields(body) ? readObject(body) : malformed('a message is not an object');
  };
