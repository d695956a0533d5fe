/**
 * A trade or quote from a feed; `ts` in ms, UTC. `price` and `size` are for arithmetic, `text` is what the source wrote.
 * `id` numbers the trades of an instrument consecutively, if the source does. `size` is null for quotes.
 */
export type Tick = {
  ts: number;
  id: number | null;
  price: number;
  size: number | null;
  text: { price: string; size: string | null };
  /** What the source calls the trade where it doesn't number them: it tells repeats, and names what is corrected. */
  key?: string;
  /** It counts as volume and makes no price: an odd lot, or a trade out of sequence. */
  volumeOnly?: true;
};
