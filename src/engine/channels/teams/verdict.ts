import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const errorSchema = z.object({
  error: z.object({ code: z.string(), message: z.optional(z.string()) }),
});

/** A flow belongs to a person, and dies with the account. */
const GONE = 'Reconnect: the flow’s owner has left or the flow was deleted.';
const OFF = 'The flow is turned off. Its owner can turn it on in the Workflows app.';
const ANYONE =
  'The flow doesn’t accept requests without a Microsoft account. Let “Anyone” trigger it, then copy its URL again.';
const OTHER = 'The flow expects other data. Create it from the template “Send webhook alerts to a channel”.';

export const codeOf = (json: unknown): string | null => {
  const read = errorSchema.safeParse(json);
  return read.success ? read.data.error.code : null;
};

/** What an answer says is wrong with the flow itself; null where that isn't the matter. */
export function flowProblem({
  status,
  json,
  text,
}: Pick<ReadAnswer, 'status' | 'json' | 'text'>): string | null {
  const code = codeOf(json);
  if (code === 'WorkflowTriggerIsNotEnabled') return /state 'Deleted'/i.test(text) ? GONE : OFF;
  if (code === 'DirectApiAuthorizationRequired') return ANYONE;
  if (code === 'TriggerInputSchemaMismatch') return OTHER;
  if (status === 404 || status === 403 || code === 'WorkflowNotFound') return GONE;
  return status === 401 ? 'The URL is no longer valid. Copy it again from the flow.' : null;
}

/** It ran and said nothing: it may have posted by then. */
const RAN = new Set(['NoResponse', 'ResponseTimeout', 'ActionResponseTimedOut']);

/**
 * What the flow's address answers. It has only taken the message by then, and posts it afterwards; there is no id of a
 * message, so `id` is ours.
 */
export function verdictOf(answer: ReadAnswer, id: string): Verdict | null {
  const { status, json, text } = answer;
  if (status < 300) return { verdict: 'sent', id };
  const code = codeOf(json);
  const says = code ?? `${status} ${text}`.trim();
  const problem = flowProblem(answer);
  if (problem !== null) return { verdict: 'broken', says: `${says}. ${problem}` };
  if (code !== null && RAN.has(code)) return { verdict: 'unclear', says };
  if (status === 413) return { verdict: 'refused', says: `${says}. The message is too large.` };
  // How long to wait is in the header.
  return status === 429 ? { verdict: 'pause', ms: null, says } : null;
}
