/**
 * One trade or quote as a feed gave it. `ts` in milliseconds since the epoch, UTC. `price` and `size` are the texts
 * read once, for arithmetic; `text` is what the source wrote. `id` numbers the trades of an instrument, one up with
 * each, where the source numbers them; `size` is null where nothing was traded (quotes).
 */
export type Tick = {
  ts: number;
  id: number | null;
  price: number;
  size: number | null;
  text: { price: string; size: string | null };
};
