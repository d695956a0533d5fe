/** A response that several visitors can share. */
export type KeptAnswer = { status: number; headers: [string, string][]; body: ArrayBuffer };

const KEPT_MS = 5_000;
const ENTRIES = 200;
const BYTES_MAX = 1024 * 1024;

type Entry = { at: number; answer: Promise<KeptAnswer> };

/**
 * Caches the demo's responses for a few seconds, so a thousand visitors cost the database as much as one. A change in
 * the workspace clears the cache, so that no one gets a stale list after a live hint.
 */
export function createAnswers(now: () => number) {
  let kept = new Map<string, Entry>();
  return {
    /** The cached response for `key`, or the one that `make` returns; concurrent requests share it. */
    answer(key: string, make: () => Promise<KeptAnswer>): { own: boolean; answer: Promise<KeptAnswer> } {
      const there = kept.get(key);
      if (there && now() - there.at < KEPT_MS) return { own: false, answer: there.answer };
      const entry = { at: now(), answer: make() };
      const whole = kept;
      kept.delete(key);
      kept.set(key, entry);
      const drop = (): void => void (whole.get(key) === entry && whole.delete(key));
      entry.answer.then(
        ({ status, body }) => (status === 200 && body.byteLength <= BYTES_MAX ? undefined : drop()),
        drop,
      );
      const [oldest] = kept.keys();
      if (kept.size > ENTRIES && oldest !== undefined) kept.delete(oldest);
      return { own: true, answer: entry.answer };
    },
    /** Responses under way still go to those who wait for them, and to no one after. */
    clear(): void {
      kept = new Map();
    },
    get size(): number {
      return kept.size;
    },
  };
}
