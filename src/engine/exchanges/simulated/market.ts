/** The instruments of the simulated market. None is real, and every name says so. */
export const SIMULATED = [
  { symbol: 'SIM-ALDER', name: 'Alder, simulated', base: 120, seed: 11 },
  { symbol: 'SIM-BIRCH', name: 'Birch, simulated', base: 48, seed: 23 },
  { symbol: 'SIM-CEDAR', name: 'Cedar, simulated', base: 1800, seed: 37 },
  { symbol: 'SIM-ELM', name: 'Elm, simulated', base: 7.5, seed: 53 },
] as const;

const TRADE_EVERY_MS = 500;
/** The price level changes after this many trades. */
const LEVEL_TRADES = 4_000;
const CURRENCY = 'USD';
const TICK_SIZE = '0.01';

type SimulatedTrade = { id: number; time: number; price: string; size: string };

/** A pseudo-random number in [0, 1), determined by a seed and a position. */
const chance = (seed: number, place: number): number => {
  let x =
    (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place | 0, 0x85ebca6b) ^ Math.floor(place / 2 ** 32)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
};

/** Trade number `id` of an instrument: always the same. */
export const simulatedTrade = (instrument: (typeof SIMULATED)[number], id: number): SimulatedTrade => {
  const { base, seed } = instrument;
  const level = Math.floor(id / LEVEL_TRADES);
  const waves =
    0.06 * Math.sin(id / 9_100 + seed) + 0.02 * Math.sin(id / 710 + 2 * seed) + 0.006 * Math.sin(id / 83);
  const move = 0.05 * (chance(seed, level) - 0.5) + 0.0012 * (chance(seed + 1, id) - 0.5);
  return {
    id,
    time: id * TRADE_EVERY_MS + Math.floor(chance(seed + 2, id) * TRADE_EVERY_MS),
    price: (base * Math.exp(waves + move)).toFixed(2),
    size: (1 + Math.floor(chance(seed + 3, id) ** 6 * 400)).toFixed(0),
  };
};

export const findSimulated = (symbol: string) => SIMULATED.find((each) => each.symbol === symbol);

/** The numbers of the trades in (`after`, `until`], both in ms, UTC. */
export const idsBetween = (
  instrument: (typeof SIMULATED)[number],
  after: number,
  until: number,
): { first: number; last: number } => {
  let first = Math.floor(after / TRADE_EVERY_MS);
  while (simulatedTrade(instrument, first).time <= after) first += 1;
  let last = Math.floor(until / TRADE_EVERY_MS);
  while (simulatedTrade(instrument, last).time > until) last -= 1;
  return { first, last };
};

export const simulatedListing = (symbol: string) => {
  const found = findSimulated(symbol);
  return found ? { symbol, name: found.name, currency: CURRENCY, tickSize: TICK_SIZE } : null;
};
