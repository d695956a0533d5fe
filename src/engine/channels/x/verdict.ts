import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const createdSchema = z.object({ data: z.object({ id: z.string().check(z.regex(/^\d+$/)) }) });
const problemSchema = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  type: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ message: z.optional(z.string()), detail: z.optional(z.string()) }))),
});

/** Nobody is believed who asks to wait for longer, in ms. */
const WAIT_MAX_MS = 25 * 3_600_000;
/** What X counts by, and when it begins again: seconds since the epoch. */
const LIMITS = ['x-rate-limit', 'x-app-limit-24hour', 'x-user-limit-24hour'] as const;

const DUPLICATE = /duplicate content/i;
const NO_REPLY = /reply to this conversation is not allowed/i;
const ACCOUNT =
  /suspended|temporarily locked|client-forbidden|oauth1-permissions|unsupported-authentication/i;
const SCOPE = /not authorized|not-authorized|permitted to perform|scope|app permissions/i;
/** The picture stands in the way, and not the text. */
const MEDIA = /\bmedia\b/i;

function saysOf({ status, text, json }: ReadAnswer): string {
  const problem = problemSchema.safeParse(json);
  if (!problem.success) return `${status} ${text}`.trim();
  const { detail, title, errors = [] } = problem.data;
  const [first] = errors;
  return first?.message ?? first?.detail ?? detail ?? title ?? `${status} ${text}`.trim();
}

/** When X takes something again, in ms from now: the last of the limits that are used up. Null where it doesn't say. */
export function waitOf(headers: ReadAnswer['headers'], now: number): number | null {
  const resets = LIMITS.flatMap((limit) => {
    const reset = Number(headers[`${limit}-reset`]);
    const isUsed = headers[`${limit}-remaining`] === '0' || limit === 'x-rate-limit';
    return Number.isFinite(reset) && reset > 0 && isUsed ? [reset * 1_000 - now] : [];
  });
  if (resets.length === 0) return null;
  return Math.min(Math.max(...resets, 1_000), WAIT_MAX_MS);
}

/** Whether a post may go out without its picture. */
export const isAboutPicture = (answer: ReadAnswer): boolean =>
  answer.status === 400 && MEDIA.test(saysOf(answer));

export function verdictOf(answer: ReadAnswer, now: number): Verdict | null {
  const { status, json, text, headers } = answer;
  if (status < 300) {
    const created = createdSchema.safeParse(json);
    return created.success ? { verdict: 'sent', id: created.data.data.id } : null;
  }
  const says = saysOf(answer);
  if (status === 429) return { verdict: 'pause', ms: waitOf(headers, now), says };
  if (status === 401)
    return { verdict: 'broken', says: `${says}. Reconnect: the access token has expired or was revoked.` };
  if (status === 402)
    return { verdict: 'broken', says: `${says} Add credits at console.x.com: X charges for each post.` };
  if (status !== 403) return null;
  if (DUPLICATE.test(text))
    return { verdict: 'refused', says: `${says} The account has just posted the same.` };
  if (NO_REPLY.test(text)) return { verdict: 'refused', says };
  if (ACCOUNT.test(text))
    return { verdict: 'broken', says: `${says} Sign in at x.com with this account to see what is wrong.` };
  if (SCOPE.test(text))
    return {
      verdict: 'broken',
      says: `${says} Reconnect: the token needs tweet.read, tweet.write, users.read, media.write and offline.access.`,
    };
  return { verdict: 'refused', says };
}
