import type { ProviderId } from '#src/shared/market-data.ts';
import { alpaca } from './alpaca/alpaca.ts';
import { finnhub } from './finnhub/finnhub.ts';
import type { KeyedSource } from './live/keyed.ts';
import { massive } from './massive/massive.ts';
import { oanda } from './oanda/oanda.ts';

/** All sources that take a key. */
export const KEYED: Readonly<Record<ProviderId, KeyedSource>> = { alpaca, finnhub, massive, oanda };
