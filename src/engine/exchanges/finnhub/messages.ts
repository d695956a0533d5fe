import { type Fields, isFields, listAt, textAt } from '#src/platform/json/exact-json.ts';
import type { Message } from '../live/exchange.ts';
import { readMessage, readTrade } from '../live/read-trade.ts';
import { weighs } from './conditions.ts';

/** Trades have no ID: the same trade told twice can't be known. */
function tradeOf(fields: Fields): Message {
  const read = readTrade({
    symbol: textAt(fields, 's'),
    id: null,
    time: Number(textAt(fields, 't') || Number.NaN),
    price: textAt(fields, 'p'),
    size: textAt(fields, 'v'),
  });
  if (read.kind !== 'trade') return read;
  const weight = weighs(listAt(fields, 'c').filter((each) => typeof each === 'string'));
  if (weight === 'nothing') return { kind: 'alive' };
  return weight === 'volume' ? { ...read, tick: { ...read.tick, volumeOnly: true } } : read;
}

function messageOf(body: Fields): Message[] {
  switch (textAt(body, 'type')) {
    case 'trade':
      if (!Array.isArray(body['data']))
        return [{ kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message holds no trades' }];
      return listAt(body, 'data').map((each) =>
        isFields(each)
          ? tradeOf(each)
          : { kind: 'bad', symbol: null, reason: 'malformed', problem: 'a trade is not an object' },
      );
    case 'error':
      return [{ kind: 'refused', symbol: null, problem: `Finnhub answered “${textAt(body, 'msg')}”` }];
    case '':
      return [{ kind: 'bad', symbol: null, reason: 'malformed', problem: 'a message has no type' }];
    default:
      return [{ kind: 'alive' }];
  }
}

/** One message may hold several trades. Numbers and conditions may come as numbers or as text. */
export const readFinnhub = readMessage(messageOf);
