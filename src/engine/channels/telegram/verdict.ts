import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.number()), migrate_to_chat_id: z.optional(z.number()) }),
  ),
});
const messageSchema = z.object({ message_id: z.int() });

/** Nobody is believed who asks to wait for longer, in ms. */
const WAIT_MAX_MS = 24 * 3_600_000;

/** The place is none any more, or the bot isn't in it. */
const GONE = /chat not found|bot was kicked|user is deactivated|group chat was deleted|CHAT_ID_INVALID/i;
/** The person has blocked the bot, or deleted their chat with it. */
const LEFT = /bot was blocked|bot can['’]t initiate conversation/i;
const NO_RIGHTS =
  /bot is not a member|need administrator rights|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN|TOPIC_CLOSED|message thread not found/i;
/** The picture stands in the way, and not the text. */
const PICTURE = /PHOTO_|IMAGE_PROCESS_FAILED|wrong file|failed to get http url content|file is too big/i;

/** Whether the message may go out without its picture. */
export const isAboutPicture = ({ status, text }: Pick<ReadAnswer, 'status' | 'text'>): boolean =>
  status === 413 || (status === 400 && PICTURE.test(text));

/** What an answer of the Bot API says. @param idOf names the message for us, by the id that it has there */
export function verdictOf(
  { status, text, json }: ReadAnswer,
  idOf: (messageId: number) => string,
): Verdict | null {
  const read = answerSchema.safeParse(json);
  if (!read.success) return null;
  const { ok, result, parameters = {} } = read.data;
  const says = read.data.description ?? text;
  if (ok) {
    const message = messageSchema.safeParse(result);
    return message.success ? { verdict: 'sent', id: idOf(message.data.message_id) } : null;
  }
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = parameters;
  if (seconds !== undefined) return { verdict: 'pause', ms: Math.min(seconds * 1_000, WAIT_MAX_MS), says };
  if (movedTo !== undefined)
    return {
      verdict: 'refused',
      says: `The group became a larger one. Add it again as ${movedTo}.`,
      gone: true,
    };
  // A wrong token is "Unauthorized", or "Not Found" where it doesn't even look like one.
  if (status === 401 || status === 404)
    return { verdict: 'broken', says: `${says}. The bot token is no longer valid.` };
  if (LEFT.test(says)) return { verdict: 'refused', says, left: true };
  if (GONE.test(says)) return { verdict: 'refused', says, gone: true };
  if (NO_RIGHTS.test(says))
    return {
      verdict: 'refused',
      says: `${says}. Make the bot an administrator who may post messages.`,
    };
  return status >= 500 ? { verdict: 'later', says } : { verdict: 'refused', says };
}
