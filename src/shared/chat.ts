import * as z from 'zod/mini';
import { lines, MESSAGE_KINDS } from './contact.ts';

/** The conversation that a person has with the team. */
export const CHAT_MAX = 4000;
export const CHAT_PAGE_MAX = 100;
const CHAT_AUTHORS = ['person', 'team'] as const;
export type ChatAuthor = (typeof CHAT_AUTHORS)[number];

/** One message of a conversation. `clientId` comes from the sender. Times are ISO in UTC. */
export const chatMessageSchema = z.object({
  id: z.uuid(),
  clientId: z.uuid(),
  author: z.enum(CHAT_AUTHORS),
  name: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** GET /api/v1/chat, newest first. `unread` counts the answers that have not been on the person's screen. */
export const chatPageSchema = z.object({
  items: z.array(chatMessageSchema),
  next: z.nullable(z.string()),
  unread: z.int(),
});
export type ChatPage = z.infer<typeof chatPageSchema>;

const placeShape = {
  place: z.int().check(z.gte(1)),
  priority: z.boolean(),
  since: z.iso.datetime(),
  answerBy: z.iso.datetime(),
};

/** A message to the team that waits for an answer by email. */
const supportRequestSchema = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  subject: z.string(),
  ...placeShape,
});
export type SupportRequest = z.infer<typeof supportRequestSchema>;

/**
 * GET /api/v1/chat/support: what the plan promises, and the places of who waits for an answer. `queue` is that of their
 * conversation, null while it waits for none; `requests` are their messages.
 */
export const supportStandingSchema = z.object({
  priority: z.boolean(),
  withinHours: z.int(),
  queue: z.nullable(z.object(placeShape)),
  requests: z.array(supportRequestSchema),
});
export type SupportStanding = z.infer<typeof supportStandingSchema>;

/** What POST /api/v1/chat is told. The same `clientId` again is the same message. */
export const chatFormSchema = z.object({
  clientId: z.uuid('clientId is a UUID'),
  text: lines('Message', CHAT_MAX),
});
export type ChatForm = z.infer<typeof chatFormSchema>;

/** What POST /api/v1/chat/read is told: the newest message that was on the screen. */
export const chatReadSchema = z.object({ id: z.uuid('id is the id of a message') });
