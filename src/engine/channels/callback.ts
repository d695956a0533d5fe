/** A call of a provider as it came. `header` ignores case; `query` is of the address. */
export type ChannelCall = {
  method: 'GET' | 'POST';
  header: (name: string) => string | null;
  query: URLSearchParams;
  body: Buffer;
  now: Date;
};

/**
 * What a provider says of a message it took. `bounced`: the address is bad for good, and nothing goes there any more;
 * `failed`: this message did not arrive.
 */
export type ChannelEvent = {
  /** The same whenever the same thing is said again. */
  id: string;
  kind: 'delivered' | 'read' | 'bounced' | 'failed';
  providerMessageId: string;
  /** When it happened, ms since the epoch, UTC. */
  at: number;
  /** What the provider said, for people; empty where it said nothing. */
  detail: string;
};

/** `answer`: what the provider wants to hear, such as the challenge of its first call; else it hears that we heard. */
export type Received = {
  events: readonly ChannelEvent[];
  answer?: { status: number; type: string; body: string };
};

/** A call that isn't the provider's: wrong signature, too old, unreadable. Nothing of it is believed. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}
