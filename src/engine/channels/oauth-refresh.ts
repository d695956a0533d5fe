import * as z from 'zod/mini';
import type { Answer } from '#src/platform/net/call.ts';
import type { Refreshed } from './channel.ts';
import { readAnswer } from './http-outcome.ts';

const tokenSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
  refresh_token_expires_in: z.optional(z.number()),
  scope: z.optional(z.string()),
});
const errorSchema = z.object({ error: z.string(), error_description: z.optional(z.string()) });

type Given = {
  accessToken: string;
  refreshToken: string | null;
  endsAt: number;
  refreshEndsAt: number | null;
  /** What it may do; null where the provider doesn't say. */
  scopes: readonly string[] | null;
};

/**
 * A token endpoint's answer (RFC 6749, sections 5.1 and 5.2): what it gives, times in ms since the epoch; or why it gives
 * nothing. An error in its body is about us and stays; everything else may be over the next time.
 */
export function tokensIn(
  answer: Answer,
  { provider, now }: { provider: string; now: number },
): Given | Extract<Refreshed, { problem: string }> {
  if (answer.kind !== 'answered')
    return { problem: `${provider} wasn’t reached: ${answer.reason}`, isFinal: false };
  const { status, json, retryAfterMs } = readAnswer(answer);
  const given = tokenSchema.safeParse(json);
  if (status < 300 && given.success)
    return {
      accessToken: given.data.access_token,
      refreshToken: given.data.refresh_token ?? null,
      endsAt: now + given.data.expires_in * 1_000,
      refreshEndsAt:
        given.data.refresh_token_expires_in === undefined
          ? null
          : now + given.data.refresh_token_expires_in * 1_000,
      // Spaces by the standard; some write commas.
      scopes: given.data.scope?.split(/[ ,]+/) ?? null,
    };
  const refused = errorSchema.safeParse(json);
  if ((status === 400 || status === 401) && refused.success) {
    const { error, error_description: says = error } = refused.data;
    return { problem: `${provider} answered: ${says}`.slice(0, 300), isFinal: true };
  }
  return {
    problem: `${provider} answered with status ${status}.`,
    isFinal: false,
    ...(retryAfterMs !== null && { retryAt: now + retryAfterMs }),
  };
}

/** The body of a request to a token endpoint. */
export const formBody = (fields: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});
