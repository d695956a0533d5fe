import type { MailPools } from '#src/platform/mail/pools.ts';
import type { CallProvider } from '#src/platform/net/call.ts';

/** An account at a provider with its secrets opened. It lives as long as a send. */
export type OpenConnection = {
  id: string;
  /** Its provider is the practice one of this machine (see `callOver`). */
  practice?: boolean;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
};

/** What every channel is handed. */
export type ChannelDeps = {
  /** Milliseconds since the epoch, UTC. */
  now: () => number;
  /** From 0 up to 1, exclusive. */
  random: () => number;
  /** Mail servers, and the address that the installation's own sends from. */
  mail: Pick<MailPools, 'transport'> & {
    from: string;
    /** What arrives in the mailbox of `from` is forwarded to us. */
    takesMail?: boolean;
  };
  /** Requests to providers: bounded, to no private network, and always answered. */
  call: CallProvider;
};
