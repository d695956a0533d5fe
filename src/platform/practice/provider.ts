/** An app that is registered at a practice provider. */
export type PracticeApp = { clientId: string; clientSecret: string };

/**
 * A practice provider answers as a real one does, with its limits and errors, and delivers nothing: on a development
 * machine a channel can be tried without an account, and tests send to it.
 */
export type PracticeProvider = {
  /** The channel that it is for. */
  kind: string;
  /** As people know the app. */
  title: string;
  /** Hosts of the real provider that it answers for. */
  hosts: readonly string[];
  /** Which calls to a host are its own, where another provider answers for the same host; those that no other claims. */
  claims?: (call: Pick<PracticeCall, 'url' | 'header'>) => boolean;
  /** What a practice connection is made of, and the place it posts to. */
  account: { fields: Readonly<Record<string, string>>; place: { name: string; address: string } | null };
  /** An app that accounts can be connected with; its page with Allow and Deny is one of `hosts`. */
  app?: PracticeApp;
  serve: (call: PracticeCall, room: PracticeRoom) => Promise<PracticeAnswer>;
  /** A message as the app draws it: HTML for inside a list item, every text escaped. */
  draw: (message: PracticeMessage, pictureUrl: (hash: string) => string) => string;
  /**
   * What a person does in the app: presses a button (`press`), answers (`reason`), enters a code (`code`) or writes
   * (`text`), as the forms of the conversation say. @returns what only they see
   */
  act?: (form: URLSearchParams, room: PracticeRoom, post: PracticePost) => Promise<string | null>;
  /** Where a person can write to the bot: what the box says. */
  writes?: string;
  /** CSS of the conversation, for both color schemes. Everything in it is inside `.app`. */
  style: string;
};

/** A call that the provider makes, to where the program said. */
export type PracticePost = (
  url: string,
  request: { headers: Readonly<Record<string, string>>; body: string },
) => Promise<{ status: number; body: string }>;

/** The providers of a machine, and what they remember. */
export type Practice = { providers: readonly PracticeProvider[]; room: PracticeRoom };

/** How a provider is at the moment; a test sets it. `silent` takes a message and hangs up without an answer. */
export const MOODS = ['takes', 'defers', 'limits', 'refuses', 'silent'] as const;
export type Mood = (typeof MOODS)[number];

/** A request as it came. `url` is the one that was meant for the real provider. */
export type PracticeCall = {
  method: string;
  url: URL;
  header: (name: string) => string | null;
  body: Buffer;
};

/** `json` or `body`, else nothing. */
export type PracticeAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string | Uint8Array;
};

export type PracticeMessage = {
  kind: string;
  /** As the provider names it in its answer; unique within a place. */
  id: string;
  /** Where it is seen: a chat, a channel, a page. */
  place: string;
  /** The message that it answers. */
  under: string | null;
  /** Milliseconds since the epoch, UTC. */
  sentAt: number;
  editedAt: number | null;
  /** As it reads, for lists. */
  text: string;
  /** Pictures, by the SHA-256 of their bytes. */
  pictures: readonly { hash: string; alt: string }[];
  /** In the provider's own form; its `draw` alone reads it. */
  own: unknown;
};

/** What a provider remembers. */
export type PracticeRoom = {
  now: () => number;
  mood: () => Mood;
  /** Keeps a message, in the place of one with the same kind, place and id. */
  keep: (message: PracticeMessage) => Promise<void>;
  /** The messages of a place, or of all places, oldest first. */
  messages: (kind: string, place?: string) => Promise<PracticeMessage[]>;
  forget: (message: Pick<PracticeMessage, 'kind' | 'place' | 'id'>) => Promise<void>;
  /** @returns the SHA-256 of the bytes, by which `file` finds them */
  keepFile: (bytes: Uint8Array) => Promise<string>;
  file: (hash: string) => Promise<Uint8Array | null>;
};
