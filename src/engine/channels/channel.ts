import type { ChannelKind } from '#src/shared/alerts.ts';

/**
 * What became of one delivery. Never a boolean: "not sent" hides whether it is safe to try again.
 * - sent: the provider has taken it. `providerMessageId` is what it is known by there.
 * - retry: the provider has certainly not taken it; try again at `at` (ms since the epoch, UTC).
 *   `waitsForServer`: nobody was there; it is tried again before, when the provider is back.
 * - unknown: it went out and no answer came. It may have arrived, so it is never sent again by itself.
 * - rejected: refused for good. `permanentAddress`: the address itself is bad, mail it no more.
 */
export type SendOutcome =
  | { outcome: 'sent'; providerMessageId: string }
  | { outcome: 'retry'; at: number; reason: string; waitsForServer?: boolean }
  | { outcome: 'unknown'; reason: string }
  | { outcome: 'rejected'; reason: string; permanentAddress?: boolean };

/** What a channel can carry, as data, so that writers and screens ask and never guess. */
type ChannelLimits = {
  /** Characters of the subject or headline; null where the channel has none. */
  subject: number | null;
  /** Characters of the text; null for no limit worth checking. */
  text: number | null;
  html: boolean;
  /** After so many attempts a delivery that could still be tried again is rejected. */
  attempts: number;
};

/**
 * One way to reach people. Whatever the provider, the network or the message does is an outcome and never
 * thrown; `send` throws only for `deps` or ids that no operator could mean. It keeps no state; clock,
 * randomness and connections come in with `deps`.
 */
export type Channel<Message, Deps> = {
  kind: ChannelKind;
  title: string;
  limits: ChannelLimits;
  send: (message: Message, deps: Deps) => Promise<SendOutcome>;
};

/** What every channel is told about a delivery, whatever its message looks like. */
export type Delivery = {
  /** The delivery's id; the same for every attempt. */
  deliveryId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** How many of the attempts before found no server; none unless told. */
  serverWaits?: number;
};

/** What every channel is handed. */
export type ChannelDeps = {
  /** Milliseconds since the epoch, UTC. */
  now: () => number;
  /** From 0 up to 1, exclusive. */
  random: () => number;
};
