import type { z } from 'zod';
import type { PracticeProvider } from '#src/platform/practice/provider.ts';
import type { AccountRate, Charge, ChannelFace, ChannelField } from '#src/shared/channels.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Authorize } from './authorize.ts';
import type { ChannelCall, Received } from './callback.ts';
import type { ChannelDeps, OpenConnection } from './deps.ts';
import type { Devices, OpenDevice } from './device.ts';
import type { ReaderChats } from './readers.ts';
import type { ReviewChat } from './review.ts';

export type { ChannelDeps, OpenConnection, Prepared };

/**
 * What became of one delivery. Never a boolean: "not sent" hides whether it is safe to try again.
 * - sent: the provider has taken it. `providerMessageId` is what it is known by there.
 * - retry: the provider has certainly not taken it; try again at `at` (ms since the epoch, UTC).
 *   `waitsForServer`: the provider couldn't be reached; it is retried as soon as it is back. `paused`: the provider asked
 *   to wait, which counts as no try. `holdsAccount`: it meant the account; nothing goes out over it until `at`, in any
 *   process. `providerFailed`: the provider is in trouble, whatever the message. `untried`: it wasn't handed to the
 *   provider, and this counts as no attempt at all.
 * - unknown: it went out and no answer came. It may have arrived, so it is never sent again by itself.
 * - rejected: refused for good, or given up. `providerFailed`: given up because the provider is in trouble.
 *   `permanentAddress`: the address itself is bad, send to it no more. `softBounce`: the mailbox takes nothing at the moment;
 *   several in a row say the same of the address. `closesAccount`: the account wants nothing more; nothing goes out over it
 *   until its owner resumes it. `leftSender`: the person wants nothing more from who sends there, and has said so at the
 *   provider.
 */
export type SendOutcome =
  | { outcome: 'sent'; providerMessageId: string }
  | {
      outcome: 'retry';
      at: number;
      reason: string;
      waitsForServer?: boolean;
      paused?: boolean;
      holdsAccount?: boolean;
      providerFailed?: boolean;
      untried?: boolean;
    }
  | { outcome: 'unknown'; reason: string }
  | {
      outcome: 'rejected';
      reason: string;
      permanentAddress?: boolean;
      softBounce?: boolean;
      closesAccount?: boolean;
      leftSender?: boolean;
      providerFailed?: boolean;
    };

/** A message as the provider knows it. */
export type SentMessage = { providerMessageId: string; address: string };

/** To whom, and which attempt of which delivery this is. */
export type SendTo = {
  /** The same for every attempt. */
  deliveryId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** How many of the attempts before found no server; none unless given. */
  serverWaits?: number;
  /** How many of them the provider answered by asking to wait; none unless given. */
  pauses?: number;
  /** A person's own address, or a destination that many see. */
  target: 'address' | 'destination';
  /** As that form's `normalize` returned it. */
  address: string;
  /** `first` unless given. */
  purpose?: 'first' | 'update' | 'correction' | 'digest';
  /** The alert or digest, and for an alert its page in the account area. */
  about?: { id: string; url: string | null };
  /** The same page, where this person has an account to see it in. */
  page?: string;
  /** Where this person stops getting messages. `oneClick`: it also takes the POST of RFC 8058. */
  unsubscribe?: { url: string; oneClick: boolean };
  /** The alert's first message at this address, which an update or a correction belongs under. */
  replyTo?: SentMessage;
  /** It went there before and is sent once more as part of a replay; `at`: when that was asked for, ISO 8601, UTC. */
  replay?: { id: string; at: string };
  /** What mail that comes back is known by, a–z and 0–9; the delivery's id unless given. */
  returnTag?: string;
};

/** Who sends: the brand, and what it has set for the channel (see `senderFields`). */
export type Sender = {
  brandName: string;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** What arrives in the brand's bounce mailbox is forwarded to us. */
  takesMail?: boolean;
};

export type SendDeps = ChannelDeps & {
  /** Null: the installation's own account, where the channel has one. */
  connection: OpenConnection | null;
  /** The bytes of a picture of the message, or null where they are gone. */
  picture: (hash: string) => Promise<Uint8Array | null>;
  /** Of a channel with `devices`: the one that the address is. */
  device?: OpenDevice;
  sender: Sender;
};

/** A field of a connect form. `type` checks what was typed; its messages are for the person who types. */
export type Field = Pick<ChannelField, 'name' | 'label' | 'secret'> &
  Partial<Pick<ChannelField, 'help' | 'placeholder' | 'options' | 'makes' | 'showsFor'>> & {
    type: z.ZodType<string>;
    input?: ChannelField['input'];
    /** Required unless said otherwise. */
    optional?: true;
  };

/** How a channel writes an address or a destination. */
export type AddressForm = {
  label: string;
  placeholder: string;
  /** Of a person: only they can register it, in the channel's app (`readers`). */
  issued?: true;
  /** Of a destination: a connection is a place itself, which is added with it and written like this. */
  only?: string;
  /** Of a destination: the field of the connect form that holds it. A connection is that one place, added with it. */
  from?: string;
  /** Of a destination: anyone can open it at an address of ours, so no two workspaces have the same. */
  isPublic?: true;
  /** @returns the one way to write it, or null where it's none */
  normalize: (typed: string) => string | null;
};

/** A channel as data: its form, its pre-flight, its documentation and its limits are made from this. */
export type ChannelDeclaration = Pick<
  ChannelFace,
  'kind' | 'title' | 'summary' | 'planClass' | 'limits' | 'picture' | 'cost'
> & {
  /** How people know it at a glance: the `d` of an SVG path in a box of 24 by 24, filled in one color by the even-odd rule. */
  mark: string;
  /** What it can do beside what its functions say (`edit`, `readBack`, `receive`). */
  capabilities: Omit<ChannelFace['capabilities'], 'edits' | 'readBack' | 'receipts' | 'replays'>;
  /** A person's address; what many see; or both. At least one. */
  address: AddressForm | null;
  destination: AddressForm | null;
  /** Its addresses are devices of people, which register themselves. Each of a person's gets what they get. */
  devices?: Devices;
  /** Whether messages go out without a connection of the workspace's own. */
  hasOwnAccount: boolean;
  fields: readonly Field[];
  steps: readonly string[];
  /** What a brand sets for who sends on the channel; empty where there is nothing to set. None of them is secret. */
  senderFields: readonly Field[];
  /** What a brand that sends over its own connection had better set. */
  senderHints?: (settings: Readonly<Record<string, string>>) => { field: string; text: string }[];
  /** The domain that messages of such a sender come from; null where they come from none of its own. */
  senderDomain: (settings: Readonly<Record<string, string>>) => string | null;
  /**
   * Its messages come from a domain, the sender's or the installation's: until the sender's is aligned, they reach few
   * people. `hostOf`: the server that a connection sends over, by its settings.
   */
  sendsFromDomain?: { hostOf: (settings: Readonly<Record<string, string>>) => string };
  /** After so many days in which nothing arrived, nothing more is sent over an account until its owner resumes it. */
  givesUpAfterDays?: number;
  /** Where the provider versions its API: the one that is used, and the day (YYYY-MM-DD) when it ends; null until that is set. */
  api?: { version: string; endsOn: string | null };
  /** Its links are never counted: programs read them, or they are on a page. */
  plainLinks?: true;
  /** Why places get no test messages: a sentence for who asks for one. */
  noTests?: string;
  /** An optional field holds how many messages its owner lets out in so many seconds, beside `limits.rates`. */
  accountRate?: AccountRate;
  /** Deliveries claimed at a time (up to 128), and windows sent side by side. */
  window: number;
  lanes: number;
};

/**
 * Whether an account works, in words for its owner where it doesn't. `field`: the one that is to be entered anew. `warning`:
 * it works, and its owner has to correct something.
 */
export type CheckResult = { ok: true; warning?: string } | { ok: false; problem: string; field?: string };

/** For a provider that charges by where a person is, at prices that change. */
export type PersonCharges = {
  /** A price depends on no more than so many first characters of an address. */
  signs: number;
  /**
   * @param settings of the connection, with the sender's where it has the same
   * @param day YYYY-MM-DD, UTC
   * @returns null where the lists don't say
   */
  of: (address: string, settings: Readonly<Record<string, string>>, day: string) => Charge | null;
  /** @throws Error that says what is wrong with the lists; null forgets them */
  takePrices: (lists: unknown) => void;
};

/**
 * New secrets in the place of those of the same name, and when they end (ms since the epoch, UTC; null for never). Or why
 * there are none. `isFinal`: a person has to connect again; else it is tried again, at `retryAt` where the provider says so.
 */
export type Refreshed =
  | { secrets: Readonly<Record<string, string>>; endsAt: number | null }
  | { problem: string; isFinal: boolean; retryAt?: number };

/** What became of an alert or a message: its type, when (ISO 8601, UTC), and the ids it is about. */
export type LifecycleEvent = Readonly<Record<string, string | number | null>> & { type: string; at: string };

/** Credentials that end, and how new ones are had. */
export type Tokens = {
  /** They are refreshed so long before their end, in ms. Their owners are reminded as early where that can't be done. */
  aheadMs: number;
  /** When those of a new connection end, ms since the epoch, UTC. Null if they don't, or it isn't known. */
  endsAt: (connection: OpenConnection, deps: ChannelDeps) => Promise<number | null>;
  /** Asks for new ones. A single request: what has been answered is kept, whatever happens to anything else. */
  refresh: (connection: OpenConnection, deps: ChannelDeps) => Promise<Refreshed>;
};

/** What is there now, as the provider shows it; that nothing is left; or why it isn't known. */
export type ReadBack =
  | { found: 'there'; text: string }
  | { found: 'gone' }
  | { found: 'unknown'; problem: string };

/** A delivery whose answer never came: its message may be there. */
export type Sought = Pick<SendTo, 'deliveryId' | 'address' | 'replyTo'> & {
  /** As it was handed to `send`. */
  prepared: Prepared;
  /** It can't be older, by any clock; ms since the epoch, UTC. */
  since: number;
  /** `providerMessageId` of other deliveries to the same place: none of them is it. */
  taken: ReadonlySet<string>;
};

/**
 * - there: the provider has it, under this id.
 * - absent: the provider was asked for all that went there since, and it isn't among them.
 * - unclear: the provider couldn't be asked, or its answer doesn't settle it; with the reason. `never`: asking once more
 *   changes nothing. `partly`: some of it is there, and would be there twice if it were sent again.
 */
export type LookUp =
  | { found: 'there'; providerMessageId: string }
  | { found: 'absent' }
  | { found: 'unclear'; problem: string; never?: true; partly?: true };

/**
 * One way to reach people. Whatever the provider, the network or the message does is an outcome and never
 * thrown; `send` throws only for ids that no operator could mean. It keeps no state; clock, randomness and
 * connections come in with `deps`.
 */
export type Channel = ChannelDeclaration & {
  /** Asks the provider whether the credentials work, without sending anything. */
  check: (connection: OpenConnection, deps: ChannelDeps) => Promise<CheckResult>;
  /** The alert as this channel says it, for everybody alike. */
  render: (document: AlertDocument) => Promise<Prepared>;
  send: (prepared: Prepared, to: SendTo, deps: SendDeps) => Promise<SendOutcome>;
  /** What the provider charges for a message over an account with these settings, where that is known before it's sent. */
  charges?: (prepared: Prepared, settings: Readonly<Record<string, string>>) => Charge;
  /** What the provider charges for a message to a person, by price lists of the operator's. */
  personCharges?: PersonCharges;
  /** Whether a place gets an alert, by the settings of its connection. Who doesn't is passed over, with that reason. */
  passes?: (prepared: Prepared, settings: Readonly<Record<string, string>>) => boolean;
  /** Whether an alert waits at a place for the earlier ones on its symbol, by the settings of its connection. */
  keepsOrder?: (settings: Readonly<Record<string, string>>) => boolean;
  /** What went to a place in a period can be sent there once more. @returns why not with these settings, in a sentence; null where it can */
  replays?: (settings: Readonly<Record<string, string>>) => string | null;
  /** Puts another content in the place of a message: how a correction reaches who has seen the first. */
  edit?: (prepared: Prepared, message: SentMessage, to: SendTo, deps: SendDeps) => Promise<SendOutcome>;
  /** Asks the provider for a message as it stands there now. */
  readBack?: (message: SentMessage, deps: SendDeps) => Promise<ReadBack>;
  /** Looks for a message whose answer never came. `cost`: what the provider charges for looking; null for nothing. */
  lookUp?: {
    cost: string | null;
    find: (sought: Sought, deps: SendDeps) => Promise<LookUp>;
  };
  /**
   * Reads a call of the provider, which must be shown to be the provider's: by its signature over the body, or by what
   * else it agreed on with the connection's owner.
   * @throws CallRefused where it isn't
   */
  receive?: (call: ChannelCall, connection: OpenConnection) => Promise<Received>;
  /**
   * Posts what became of alerts and messages to an endpoint whose setting `events` asks for it. `id` is the same for every
   * attempt; it is tried again for as long as it fails.
   */
  postEvents?: (
    request: { id: string; attempt: number; events: readonly LifecycleEvent[] },
    connection: OpenConnection,
    deps: ChannelDeps,
  ) => Promise<SendOutcome>;
  /** Asking people in a chat to decide on alerts. */
  review?: ReviewChat;
  /** People subscribe in a chat with the account's bot. */
  readers?: ReaderChats;
  /** For an account whose credentials end. */
  tokens?: Tokens;
  /** For a provider where people allow the operator's app to post for them, instead of copying keys. */
  authorize?: Authorize;
  /** A provider to practice with on a development machine, and for tests. */
  practice?: () => Promise<PracticeProvider>;
};

export const WINDOW_MAX = 128;
