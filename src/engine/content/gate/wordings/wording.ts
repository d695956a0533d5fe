import type { Claim, FigureName } from '#src/shared/content/answer.ts';

type Way = 'up' | 'down';
/** Sentences about a history are those of the built-in writer. */
type WordedHere = Exclude<Claim['claim'], 'context'>;

/**
 * How a language words claims. Templates name slots in double braces. Sentences are whole, with their full stop;
 * headlines have none. Several of each, so that alerts don't all read alike.
 */
export type Wording = {
  /** What the close did: of a bar that is over, of an open price, and of a bar that isn't over (`live`). */
  closed: Readonly<Record<'close' | 'open' | 'live', string>>;
  /** `{{higher}}`, `{{above}}` and `{{gain}}` of a way. */
  ways: Readonly<Record<Way, { higher: string; above: string; gain: string }>>;
  /** `{{above}}` of a comparison. */
  sides: Readonly<Record<'above' | 'below', string>>;
  /** A figure as a sentence begins with it, and as it stands behind "above". */
  figures: Readonly<Record<FigureName, readonly [subject: string, object: string]>>;
  /** The same of the price of a bar that isn't over. */
  live: readonly [subject: string, object: string];
  extremes: Readonly<
    Record<'open' | 'high' | 'low' | 'close' | 'live', Readonly<Record<'highest' | 'lowest', string>>>
  >;
  since: Readonly<Record<Extract<Claim, { claim: 'first_since' }>['what'], string>>;
  sentences: Readonly<Record<WordedHere, readonly [string, string, ...string[]]>>;
  headlines: Readonly<Record<WordedHere, readonly [string, ...string[]]>>;
};
