import type { ReaderAct, ReaderReply } from '#src/shared/reader-bots.ts';
import type { ChannelCall, Received } from './callback.ts';
import type { ChannelDeps, OpenConnection } from './deps.ts';
import type { CallsTo, ReviewSent } from './review.ts';

/** What a provider's call says that a person did in their own chat. `context`: for `reply`, which alone reads it. */
export type ReaderCall = { act: ReaderAct; context: unknown };

/**
 * People subscribe in a chat with the account's bot: reading what they do, and answering. Who gets what is never its
 * business. Calls come to the connection's callback address, as for `review`.
 */
export type ReaderChats = {
  /** The id of the account that a connection's credentials are for, without asking the provider. */
  accountOf: (connection: Pick<OpenConnection, 'secrets'>) => string;
  /** Has the provider call us. @returns what the bot is known by there, and its account's id */
  begin: (
    connection: OpenConnection,
    of: CallsTo,
    deps: ChannelDeps,
  ) => Promise<ReviewSent<{ bot: string; account: string }>>;
  /** Ends the provider’s calls to us. A webhook that leads elsewhere stays. */
  end: (connection: OpenConnection, of: Pick<CallsTo, 'callbackUrl'>, deps: ChannelDeps) => Promise<void>;
  /** Opens the chat with the bot. */
  linkUrl: (bot: string, token: string) => string;
  /** The address of a person's chat with the account, as the channel's `address` writes it. */
  addressOf: (account: string, chat: string) => string;
  /**
   * Reads a call, which must be shown to be the provider's. @returns null for a call that is about something else
   * @throws CallRefused where it isn't the provider's
   */
  read: (call: ChannelCall, connection: OpenConnection, secret: string) => ReaderCall | null;
  /** Answers in the chat. @returns what the provider is to hear */
  reply: (
    reply: ReaderReply,
    to: ReaderCall,
    connection: OpenConnection,
    deps: ChannelDeps,
  ) => Promise<NonNullable<Received['answer']> | null>;
};
