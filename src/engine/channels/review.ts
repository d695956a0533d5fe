import type { ReviewContent } from '#src/shared/review-chats.ts';
import type { ChannelCall, Received } from './callback.ts';
import type { ChannelDeps, OpenConnection } from './deps.ts';

/** What a message in a chat says to people who may decide. */
export type ReviewMessage = ReviewContent & {
  /** While it can be decided on: the request, which buttons name, and where it opens. */
  buttons: { key: string; openUrl: string } | null;
  /** What became of it, for everyone who sees it. */
  outcome: string | null;
};

/** What became of a request to the provider. `retryAt`: not before, in ms since the epoch. `isFinal`: never again. */
export type ReviewSent<T> = { ok: T } | { problem: string; isFinal: boolean; retryAt?: number };

/** Who acted in a chat, as the provider vouches for them. `place`: where they are written to alone. */
export type ChatUser = { id: string; name: string; place: string };

/** What a call of the provider says that somebody did. */
export type ChatAct =
  /** A button of a request. */
  | { kind: 'press'; user: ChatUser; message: string; key: string; decision: 'approve' | 'reject' }
  /** Why they reject; by the request, or by the message that asked for it. */
  | { kind: 'reason'; user: ChatUser; about: { key: string } | { prompt: string }; reason: string }
  /** A code that shows who they are. */
  | { kind: 'code'; user: ChatUser; code: string };

export type ChatCall = {
  /** Null where nobody did anything that matters. */
  act: ChatAct | null;
  /** What the provider wants to hear, where it isn't an act's. */
  answer?: NonNullable<Received['answer']>;
  /** For `reply`, which alone reads it. */
  context?: unknown;
};

/** What the one who acted is to see, and nobody else. */
export type ChatReply =
  | { says: string }
  /** Asks why they reject. */
  | { asks: 'reason'; key: string; headline: string };

export type ReplySent = {
  answer: NonNullable<Received['answer']> | null;
  /** The message that asks for the reason, where it's a message. */
  prompt?: string;
};

/** Where a provider is to call. `isOrphaned`: whether an address is one of ours that nothing answers at anymore. */
export type CallsTo = {
  callbackUrl: string;
  secret: string;
  isOrphaned: (url: string) => Promise<boolean>;
};

/**
 * Approval requests in a chat: posting them with buttons, changing them, and reading what people press. A channel with it
 * gets the provider's calls at its connection's callback address. Who may decide is never its business.
 */
export type ReviewChat = {
  /** What is set up at the provider, where that isn't done for the user. */
  steps: readonly string[];
  /** Has the provider call us, as far as it lets us. @returns what the bot is known by there; '' where it needs no name */
  begin: (connection: OpenConnection, of: CallsTo, deps: ChannelDeps) => Promise<ReviewSent<{ bot: string }>>;
  /** Ends the provider’s calls to us. A webhook that leads elsewhere stays. */
  end: (connection: OpenConnection, of: Pick<CallsTo, 'callbackUrl'>, deps: ChannelDeps) => Promise<void>;
  /** Opens the chat with a code in it; null where the app has no such link. */
  linkUrl: ((bot: string, code: string) => string) | null;
  /** How somebody enters a code there, in a sentence. */
  linkHint: string;
  post: (
    message: ReviewMessage,
    place: string,
    connection: OpenConnection,
    deps: ChannelDeps,
  ) => Promise<ReviewSent<{ messageId: string }>>;
  edit: (
    message: ReviewMessage,
    messageId: string,
    connection: OpenConnection,
    deps: ChannelDeps,
  ) => Promise<ReviewSent<true>>;
  /**
   * Reads a call, which must be shown to be the provider's. @returns null for a call that is about something else
   * @throws CallRefused where it isn't the provider's
   */
  read: (call: ChannelCall, connection: OpenConnection, secret: string) => ChatCall | null;
  /** Answers the one who acted, within the time that the provider waits. */
  reply: (
    reply: ChatReply,
    to: { act: ChatAct; context: unknown },
    connection: OpenConnection,
    deps: ChannelDeps,
  ) => Promise<ReplySent>;
};
