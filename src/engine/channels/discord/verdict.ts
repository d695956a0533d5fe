import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const messageSchema = z.object({ id: z.string().check(z.regex(/^\d+$/)) });
const errorSchema = z.object({
  message: z.string(),
  code: z.optional(z.int()),
  errors: z.optional(z.unknown()),
});
const pauseSchema = z.object({ retry_after: z.number(), global: z.optional(z.boolean()) });

/** Nobody is believed who asks to wait for longer, in ms. */
const WAIT_MAX_MS = 24 * 3_600_000;

/** What the owner of the account has to do. */
const BROKEN: Readonly<Record<number, string>> = {
  10015: 'The webhook was deleted. Create a new one and paste its URL.',
  40001: 'The bot token is no longer valid. Reset it and paste the new one.',
  40012: 'The connection was revoked. Reset the bot token and paste the new one.',
  50014: 'The bot token is no longer valid. Reset it and paste the new one.',
  50027: 'The webhook’s URL is no longer valid. Copy it again.',
};

/** Of this place alone: others go on. */
const REFUSED: Readonly<Record<number, string>> = {
  50001: 'The bot can’t see this channel. Add it to the server and let it view the channel.',
  50006: 'The message arrived empty. Give the bot the permission “Embed Links” in this channel.',
  50008: 'This isn’t a text channel. Choose another one.',
  50013:
    'The bot isn’t allowed to post in this channel. Give it “Send Messages”, “Embed Links” and “Attach Files” there.',
  50024: 'This kind of channel takes no messages. Choose another one.',
  40058: 'This is a forum. Use the id of one of its posts.',
  50083: 'The thread is archived. Reopen it or choose another one.',
  160005: 'The thread is locked. Unlock it or choose another one.',
  200000: 'AutoMod of the server blocked the message.',
  220001: 'This is a forum. Use the id of one of its posts.',
  240000: 'The server’s filter for harmful links blocked the message.',
};
const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_MESSAGE = 10008;
/** Sending is off for a while. */
const LATER = new Set([40004, 40006, 40062]);

/** The picture stands in the way, or may: then the message goes out without it. */
const ABOUT_PICTURE = new Set([40005, 50013, 50035, 50045, 50046, 50110, 50123, 50146, 400001]);
const NO_REPLY_RIGHT = 160002;

type Read = Pick<ReadAnswer, 'status' | 'json'>;

const codeOf = ({ json }: Pick<ReadAnswer, 'json'>): number | null => {
  const read = errorSchema.safeParse(json);
  return read.success ? (read.data.code ?? null) : null;
};

export const mayBeAboutPicture = (answer: Read): boolean =>
  answer.status === 413 || (answer.status < 500 && ABOUT_PICTURE.has(codeOf(answer) ?? 0));
export const isAboutReply = (answer: Read): boolean => codeOf(answer) === NO_REPLY_RIGHT;

/** Whether a 429 is about one channel only: the bot may go on elsewhere. */
export function isOfOnePlace({
  status,
  json,
  headers,
}: Pick<ReadAnswer, 'status' | 'json' | 'headers'>): boolean {
  const read = pauseSchema.safeParse(json);
  return (
    status === 429 && read.success && read.data.global !== true && headers['x-ratelimit-scope'] !== 'global'
  );
}

/** The message isn't there any more, or its channel isn't. */
export const isGone = (answer: Read): boolean =>
  answer.status === 404 && [UNKNOWN_CHANNEL, UNKNOWN_MESSAGE].includes(codeOf(answer) ?? 0);

/** "embeds[0].description: Must be 4096 or fewer in length." from the tree of a refused form. */
function detailsOf(errors: unknown, path = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]) => {
    if (key !== '_errors')
      return detailsOf(value, /^\d+$/.test(key) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
    const told = z.array(z.object({ message: z.string() })).safeParse(value);
    return told.success
      ? told.data.map(({ message }) => (path === '' ? message : `${path}: ${message}`))
      : [];
  });
}

/** What an answer of the API says of a message. */
export function verdictOf({ status, json, retryAfterMs }: ReadAnswer): Verdict | null {
  if (status < 300) {
    const message = messageSchema.safeParse(json);
    return message.success ? { verdict: 'sent', id: message.data.id } : null;
  }
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { code = 0, message, errors } = read.data;
  if (status === 429) {
    const pause = pauseSchema.safeParse(json);
    // The body is exact, the header rounded up.
    const ms = pause.success ? Math.ceil(pause.data.retry_after * 1_000) : retryAfterMs;
    return { verdict: 'pause', ms: ms === null ? null : Math.min(ms, WAIT_MAX_MS), says: message };
  }
  const broken = BROKEN[code];
  if (broken !== undefined) return { verdict: 'broken', says: broken };
  if (status === 401)
    return { verdict: 'broken', says: `${message}. Reset the bot token and paste the new one.` };
  if (code === UNKNOWN_CHANNEL)
    return { verdict: 'refused', says: 'This channel no longer exists.', gone: true };
  if (code === UNKNOWN_MESSAGE) return { verdict: 'refused', says: 'The message was deleted there.' };
  if (LATER.has(code)) return { verdict: 'later', says: message };
  if (status >= 500) return null;
  const refused = REFUSED[code];
  if (refused !== undefined) return { verdict: 'refused', says: refused };
  const details = detailsOf(errors).join(' ');
  return { verdict: 'refused', says: details === '' ? `${message} (${code})` : `${message}. ${details}` };
}
