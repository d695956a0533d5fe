/** An answer as it can be given to several visitors. */
export type KeptAnswer = { status: number; headers: [string, string][]; body: ArrayBuffer };

const KEPT_MS = 5_000;
const ENTRIES = 200;
const BYTES_MAX = 1024 * 1024;

type Entry = { at: number; answer: Promise<KeptAnswer> };

/**
 * The demo's answers, kept for some seconds for whoever asks the same: a thousand visitors cost the database as much
 * as one. A change of the workspace empties it, so nobody is told yesterday's list after today's hint.
 */
export function createAnswers(now: () => number) {
  let kept = new Map<string, Entry>();
  return {
    /** The kept answer to `key`, or what `make` answers; several who ask at once wait for the same one. */
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
    /** What is being asked just now is answered to those who wait, and to nobody after them. */
    clear(): void {
      kept = new Map();
    },
    get size(): number {
      return kept.size;
    },
  };
}
