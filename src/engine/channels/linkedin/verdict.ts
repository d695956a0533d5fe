import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const errorSchema = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  serviceErrorCode: z.optional(z.number()),
});

const DAY = 24 * 3_600_000;
const DUPLICATE = /DUPLICATE_POST|duplicate of urn:/i;
/** Quotas of a day are counted from midnight, UTC. */
const OF_THE_DAY = /\bDAY limit\b|daily/i;

/** Milliseconds from a time to the next midnight, UTC. */
const toMidnight = (now: number): number => DAY - (now % DAY);

/** What an answer says. @param idIn how a post that was taken is named; null where the answer doesn't name it */
export function verdictOf(
  answer: ReadAnswer,
  now: number,
  idIn: (answer: ReadAnswer) => string | null,
): Verdict | null {
  const { status, text, json } = answer;
  if (status < 300) {
    const id = idIn(answer);
    return id === null ? null : { verdict: 'sent', id };
  }
  const error = errorSchema.safeParse(json);
  const says =
    (error.success ? (error.data.message ?? error.data.code) : undefined) ?? `${status} ${text}`.trim();
  if (status === 401)
    return { verdict: 'broken', says: `${says}. Reconnect: the access token has expired or was revoked.` };
  if (status === 429) return { verdict: 'pause', ms: OF_THE_DAY.test(says) ? toMidnight(now) : null, says };
  if (status === 426)
    return {
      verdict: 'broken',
      says: `${says}. LinkedIn has ended this version of its API. Enter a newer one in the connection.`,
    };
  if (DUPLICATE.test(text))
    return { verdict: 'refused', says: `${says}. The same text was posted a short while ago.` };
  // Another page of the same connection may be fine.
  if (status === 403 && /\bauthor\b|\borganization\b/i.test(says))
    return {
      verdict: 'refused',
      says: `${says}. Who connected the account has to be an admin of this page.`,
    };
  if (status === 403)
    return {
      verdict: 'broken',
      says: `${says}. Reconnect: the token needs w_organization_social for pages, w_member_social for people.`,
    };
  return null;
}
