import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

/** A code is good for so long, in minutes; a reason for rejecting is waited for as long. */
export const CHAT_LINK_MINUTES = 15;

/** What a message that asks to decide says, whatever the chat. */
const contentSchema = z.object({
  headline: z.string(),
  summary: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type ReviewContent = z.infer<typeof contentSchema>;

/** Who one is in a chat. */
const chatIdentitySchema = z.object({
  name: z.string(),
  /** Whether requests come there. */
  asks: z.boolean(),
  linkedAt: z.iso.datetime(),
});

/** A connection that can ask people to decide. */
export const reviewChatSchema = z.object({
  connectionId: z.uuid(),
  channel: channelKindSchema,
  name: z.string(),
  practice: z.boolean(),
  /** Whether it's turned on. */
  on: z.boolean(),
  /** The chat that everyone's requests are posted to; null for none. */
  place: z.nullable(z.string()),
  /** Chats to choose from. */
  places: z.array(z.object({ name: z.string(), address: z.string() })),
  /** What is to be set up at the provider, in order; `{url}` is the callback address. */
  steps: z.array(z.string()),
  /** How one enters a code there, in a sentence. */
  linkHint: z.string(),
  callbackUrl: z.string(),
  /** The one who asks; null where they aren't linked. */
  you: z.nullable(chatIdentitySchema),
});
export type ReviewChat = z.infer<typeof reviewChatSchema>;
/** GET /api/v1/review-chats */
export const reviewChatsSchema = z.object({ items: z.array(reviewChatSchema) });

/** POST /api/v1/review-chats/{id} */
export const reviewChatFormSchema = z.strictObject({
  on: z.boolean('Say whether the chat asks people to decide.'),
  /** The address of one of its places; null for none. */
  place: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
});
export type ReviewChatForm = z.infer<typeof reviewChatFormSchema>;

/** POST /api/v1/review-chats/{id}/link */
export const chatLinkSchema = z.object({
  /** What is entered in the chat, once. */
  code: z.string(),
  /** Opens the chat with the code in it, where the app can. */
  url: z.nullable(z.string()),
  expiresAt: z.iso.datetime(),
});
export type ChatLink = z.infer<typeof chatLinkSchema>;

/** POST /api/v1/review-chats/{id}/me */
export const chatChoiceFormSchema = z.strictObject({
  asks: z.boolean('Say whether you want requests there.'),
});
