import type { CallProvider } from '#src/platform/net/call.ts';

/**
 * The keys that this installation sends to devices with: a pair on P-256, in base64url, the public one uncompressed. Made
 * once; devices take messages that are signed by it alone.
 */
export type SenderKeys = {
  publicKey: string;
  privateKey: string;
  /** How the operator of a push service reaches ours: `mailto:` or https. */
  subject: string;
};

/** What is there to reach a person's device with. It lives as long as a send. */
export type OpenDevice = {
  /** What the device registered with us, opened; null where it is registered no more. */
  registered: string | null;
  keys: SenderKeys;
  /** After this the message is no news: ms since the epoch, UTC. Null for never. */
  expiresAt: number | null;
};

/**
 * A device as it is kept: the address that people see, and what reaches it, which is sealed. The address is a name, ` · `
 * and `mark`, which stays the same while the name changes.
 */
export type Registered = { address: string; mark: string; registered: string };

/** For a channel whose addresses are devices, which register themselves. */
export type Devices = {
  /**
   * @param given what the device sent, whatever it is
   * @param agent what it says it is (`User-Agent`)
   * @param publicKey ours, which it was asked to take messages from
   * @returns null for what can't be reached
   */
  read: (given: unknown, agent: string, publicKey: string) => Registered | null;
  /** A practice device on a development machine, as it registers itself. */
  practice: (publicKey: string, call: CallProvider) => Promise<unknown>;
};
