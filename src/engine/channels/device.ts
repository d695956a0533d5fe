import type { CallProvider } from '#src/platform/net/call.ts';
import type { ChannelDeps } from './deps.ts';

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
  /** Sends the program's own message, as the service worker of the account area reads it. */
  post: (
    message: DeviceMessage,
    device: OpenDevice,
    deps: Pick<ChannelDeps, 'now' | 'random' | 'call'>,
  ) => Promise<DevicePosted>;
};

/**
 * What became of a message to a device. `sent`: the push service has it, or may have. `gone`: the device takes nothing any
 * more. `retry`: the service has certainly not taken it, and may the next time.
 */
export type DevicePosted = { outcome: 'sent' | 'gone' } | { outcome: 'retry' | 'refused'; reason: string };

/** `tag`: a message takes the place of one with the same. Links are http(s); `approve` is a POST of the worker. */
export type DeviceMessage = {
  title: string;
  body: string;
  lang: string;
  tag: string;
  at: number;
  /** Where a click leads. */
  url: string;
  actions: { action: 'open' | 'approve'; title: string; url: string }[];
};
