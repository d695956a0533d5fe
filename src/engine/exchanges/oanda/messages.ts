import { decimalText, mean, parseDecimal } from '#src/shared/decimal.ts';
import { type Fields, isFields, listAt, textAt } from '#src/platform/json/exact-json.ts';
import type { Message } from '../live/exchange.ts';
import { readMessage, readTrade } from '../live/read-trade.ts';

/** The best price of a side: the first. '' if the side is empty. */
const bestOf = (fields: Fields, side: 'bids' | 'asks'): string => {
  const [first] = listAt(fields, side);
  return isFields(first) ? textAt(first, 'price') : '';
};

const isTradeable = (fields: Fields): boolean =>
  fields['tradeable'] !== false && textAt(fields, 'status') !== 'non-tradeable';

/** A price as a tick without size: the middle of the best bid and ask, as OANDA’s candles have it. */
function priceOf(fields: Fields): Message {
  const symbol = textAt(fields, 'instrument');
  const [bid, ask] = [bestOf(fields, 'bids'), bestOf(fields, 'asks')];
  // While the market is closed, or a side has no price, there is no middle.
  if (!isTradeable(fields)) return { kind: 'alive' };
  if (listAt(fields, 'bids').length === 0 && listAt(fields, 'asks').length === 0 && symbol !== '')
    return Array.isArray(fields['bids']) && Array.isArray(fields['asks'])
      ? { kind: 'alive' }
      : { kind: 'bad', symbol, reason: 'malformed', problem: 'a price has no bid and ask' };
  const [exactBid, exactAsk] = [parseDecimal(bid), parseDecimal(ask)];
  if (!exactBid || !exactAsk)
    return {
      kind: 'bad',
      symbol: symbol || null,
      reason: 'number',
      problem: `bid '${bid}' and ask '${ask}' have no middle`,
    };
  if (exactBid.digits <= 0n || exactAsk.digits <= 0n)
    return {
      kind: 'bad',
      symbol: symbol || null,
      reason: 'not_positive',
      problem: `bid ${bid} or ask ${ask} is not above zero`,
    };
  const price = decimalText(mean(exactBid, exactAsk));
  const time = textAt(fields, 'time');
  const read = readTrade({ symbol, id: null, time: Date.parse(time), price, size: '0' });
  if (read.kind !== 'trade') return read;
  return { ...read, tick: { ...read.tick, size: null, text: { price, size: null }, key: time } };
}

function messageOf(body: Fields): Message[] {
  switch (textAt(body, 'type')) {
    case 'HEARTBEAT':
      return [{ kind: 'alive' }];
    case UNKNOWN:
      return [
        {
          kind: 'refused',
          symbol: textAt(body, 'instrument'),
          problem: 'OANDA doesn’t offer this instrument to your account',
        },
      ];
    case 'PRICE':
      return [priceOf(body)];
    // Published messages of prices have no type.
    case '':
      if ('bids' in body || 'asks' in body) return [priceOf(body)];
      if ('errorMessage' in body)
        return [
          { kind: 'refused', symbol: null, problem: `OANDA answered “${textAt(body, 'errorMessage')}”` },
        ];
      return [{ kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message has no type' }];
    default:
      return [{ kind: 'alive' }];
  }
}

const UNKNOWN = 'UNKNOWN_INSTRUMENT';
/** What stands for OANDA’s refusal of one instrument, which it gives by the status of the stream. */
export const unknownInstrument = (instrument: string): string =>
  JSON.stringify({ type: UNKNOWN, instrument });

/** One line of the pricing stream. */
export const readOanda = readMessage(messageOf);
