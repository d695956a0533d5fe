import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    code: z.optional(z.int()),
    error_subcode: z.optional(z.int()),
    error_user_msg: z.optional(z.string()),
    is_transient: z.optional(z.boolean()),
  }),
});
const takenSchema = z.object({ id: z.string().check(z.minLength(1)) });
const usageSchema = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.optional(z.number()) })),
);

const MINUTE = 60_000;
/** Nobody is believed who asks to wait for longer, in ms. */
const WAIT_MAX_MS = 24 * 60 * MINUTE;

/** Codes of the Graph API ("Handle errors", "Rate limits"). 200 to 299 are all about permissions. */
const TOKEN = new Set([102, 190, 2500]);
const PERMISSION = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299);
const TOO_MUCH = new Set([4, 17, 32, 341, 613, 80001, 80002]);
const TEMPORARY = new Set([1, 2]);
const BLOCKED = 368;
const DUPLICATE = 506;
const NO_SUCH_NAME = 803;
const PARAMETER = 100;
const NOT_THERE = 33;

/** What a Graph API error says; null for an answer that is none. */
function errorOf({ json }: Pick<ReadAnswer, 'json'>) {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, code = 0, error_subcode: subcode = 0, ...error } = read.data.error;
  // Meta writes `error_user_msg` for people, and `message` for programs.
  return {
    says: error.error_user_msg ?? message,
    code,
    subcode,
    isTransient: error.is_transient === true,
  };
}

/** How long until the page may be used again, in ms: the header has it in minutes, for each business. Null where it's silent. */
export function waitOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  let json: unknown;
  try {
    json = JSON.parse(header);
  } catch {
    return null;
  }
  const usage = usageSchema.safeParse(json);
  if (!usage.success) return null;
  const minutes = Object.values(usage.data)
    .flat()
    .map((each) => each.estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? Math.min(longest * MINUTE, WAIT_MAX_MS) : null;
}

/** Whether an object isn't there, or isn't shown to this token: Meta answers the same for both. */
export function isNotThere(answer: Pick<ReadAnswer, 'json'>): boolean {
  const error = errorOf(answer);
  return (
    error !== null &&
    (error.code === NO_SUCH_NAME || (error.code === PARAMETER && error.subcode === NOT_THERE))
  );
}

/** What an answer of the Graph API says. @param id what is known of a message that is changed: its answer doesn't name it */
export function verdictOf(answer: ReadAnswer, id?: string): Verdict | null {
  const { status, headers, json } = answer;
  const error = errorOf(answer);
  if (!error) {
    if (status >= 300) return null;
    if (id !== undefined) return isSuccess(json) ? { verdict: 'sent', id } : null;
    const taken = takenSchema.safeParse(json);
    return taken.success ? { verdict: 'sent', id: taken.data.id } : null;
  }
  const { code, says } = error;
  if (TOKEN.has(code))
    return {
      verdict: 'broken',
      says: `${says} Reconnect: the page’s access token has expired or was revoked.`,
    };
  if (TOO_MUCH.has(code)) return { verdict: 'pause', ms: waitOf(headers['x-business-use-case-usage']), says };
  if (code === BLOCKED)
    return {
      verdict: 'broken',
      says: `${says} Facebook blocks this page from posting for now. Open the page’s Support Inbox to see why.`,
    };
  if (code === DUPLICATE)
    return { verdict: 'refused', says: `${says} The page has just posted the same text.` };
  if (isNotThere(answer))
    return { verdict: 'refused', says: `${says} Check the page ID of this destination.`, gone: true };
  if (PERMISSION(code))
    return {
      verdict: 'broken',
      says: `${says} Reconnect: the token needs the permission pages_manage_posts for this page.`,
    };
  if (TEMPORARY.has(code) || error.isTransient || status >= 500) return { verdict: 'later', says };
  return { verdict: 'refused', says };
}

const isSuccess = (json: unknown): boolean => z.object({ success: z.literal(true) }).safeParse(json).success;
