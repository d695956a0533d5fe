import * as z from 'zod/mini';
import type { Call } from '#src/platform/net/call.ts';
import type { ChannelDeps, OpenConnection } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import type { ReviewSent } from '../review.ts';
import { withoutSecrets } from '../without-secrets.ts';

const API = 'https://api.telegram.org';

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()) })),
});

/** A call of the Bot API. @returns its result, or why there is none */
export async function ask(
  connection: OpenConnection,
  deps: ChannelDeps,
  method: string,
  fields: object,
): Promise<ReviewSent<unknown>> {
  const request: Call = {
    method: 'POST',
    url: `${API}/bot${connection.secrets['token'] ?? ''}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  };
  const answer = withoutSecrets(await deps.call(request), connection);
  if (answer.kind !== 'answered')
    return { problem: `Telegram wasn’t reached: ${answer.reason}`, isFinal: false };
  const { status, json } = readAnswer(answer);
  const read = answerSchema.safeParse(json);
  if (!read.success) return { problem: `Telegram answered with status ${status}.`, isFinal: status < 500 };
  if (read.data.ok) return { ok: read.data.result };
  const problem = `Telegram says: ${read.data.description ?? `status ${status}`}`;
  const seconds = read.data.parameters?.retry_after;
  if (seconds !== undefined) return { problem, isFinal: false, retryAt: deps.now() + seconds * 1_000 };
  return { problem, isFinal: status < 500 };
}
