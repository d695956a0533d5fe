import * as z from 'zod/mini';
import type { Answer } from '#src/platform/net/call.ts';
import { type ReadAnswer, readAnswer, type Verdict } from '../http-outcome.ts';
import { type MessageId, writeMessageId } from './access.ts';

/** Status 200 says nothing: `ok` does. */
const answerSchema = z.object({
  ok: z.boolean(),
  error: z.optional(z.string()),
  needed: z.optional(z.string()),
  channel: z.optional(z.unknown()),
  ts: z.optional(z.unknown()),
});

type Kind = 'broken' | 'refused' | 'gone' | 'pause' | 'later' | 'unclear';
type Class = readonly [Kind, string?];

const TOKEN_GONE: Class = [
  'broken',
  'The bot token is no longer valid. Install the app again and enter its new token.',
];
const WEBHOOK_GONE: Class = [
  'broken',
  'The webhook was removed or turned off. Create a new one and enter it.',
];
const FORBIDDEN: Class = ['broken', 'An admin of the Slack workspace has to allow the app.'];
const RESTRICTED: Class = ['refused', 'A setting of the Slack workspace forbids it.'];
const PAUSE: Class = ['pause'];
const LATER: Class = ['later'];

/** By Slack's error codes. What isn't listed is refused as it is. */
const ERRORS: Readonly<Record<string, Class>> = {
  invalid_auth: TOKEN_GONE,
  not_authed: TOKEN_GONE,
  token_revoked: TOKEN_GONE,
  token_expired: TOKEN_GONE,
  account_inactive: TOKEN_GONE,
  not_allowed_token_type: TOKEN_GONE,
  missing_scope: ['broken', 'Add the scope to the app, then install the app again.'],
  no_permission: FORBIDDEN,
  access_denied: FORBIDDEN,
  accesslimited: FORBIDDEN,
  org_login_required: FORBIDDEN,
  ekm_access_denied: FORBIDDEN,
  enterprise_is_restricted: FORBIDDEN,
  team_access_not_granted: FORBIDDEN,
  not_in_channel: ['refused', 'Invite the app: write /invite and its name in the channel.'],
  // So it says of a private channel that the app isn't in.
  channel_not_found: ['gone', 'Check the ID. Invite the app to the channel if it is private.'],
  is_archived: ['gone', 'The channel is archived.'],
  restricted_action: RESTRICTED,
  restricted_action_read_only_channel: RESTRICTED,
  restricted_action_thread_only_channel: RESTRICTED,
  msg_too_long: ['refused', 'The message is too long.'],
  msg_blocks_too_long: ['refused', 'The message is too long.'],
  ratelimited: PAUSE,
  rate_limited: PAUSE,
  message_limit_exceeded: PAUSE,
  internal_error: LATER,
  service_unavailable: LATER,
  request_timeout: LATER,
  team_added_to_org: LATER,
  // "It's possible some aspect of the operation succeeded before the error was raised."
  fatal_error: ['unclear'],
  // Of webhooks.
  no_service: WEBHOOK_GONE,
  no_service_id: WEBHOOK_GONE,
  no_team: WEBHOOK_GONE,
  no_active_hooks: WEBHOOK_GONE,
  team_disabled: WEBHOOK_GONE,
  invalid_token: WEBHOOK_GONE,
  action_prohibited: RESTRICTED,
  posting_to_general_channel_denied: RESTRICTED,
  channel_is_archived: ['gone', 'The channel is archived.'],
  rollup_error: LATER,
};

function verdictOfError(code: string, needed?: string): Verdict {
  const [kind, advice] = ERRORS[code] ?? (['refused'] as const);
  const scope = needed === undefined ? '' : ` (${needed})`;
  const says = `${code}${scope}.${advice === undefined ? '' : ` ${advice}`}`;
  if (kind === 'pause') return { verdict: kind, ms: null, says };
  return kind === 'gone' ? { verdict: 'refused', says, gone: true } : { verdict: kind, says };
}

/** What an answer of the Web API says of a message. */
export function verdictOfApi({ json }: ReadAnswer, thread: string | null): Verdict | null {
  const read = answerSchema.safeParse(json);
  if (!read.success) return null;
  const { ok, error, needed, channel, ts } = read.data;
  if (!ok) return verdictOfError(error ?? 'unknown_error', needed);
  if (typeof channel !== 'string' || typeof ts !== 'string') return null;
  const id: MessageId = { channel, ts, thread };
  return { verdict: 'sent', id: writeMessageId(id) };
}

/** A webhook answers `ok` or an error's code as plain text. */
export function verdictOfWebhook({ status, text, json }: ReadAnswer, id: string): Verdict | null {
  const code = errorOf(json) ?? text.trim();
  if (status === 200 && code === 'ok') return { verdict: 'sent', id };
  return Object.hasOwn(ERRORS, code) || (status === 400 && /^\w+$/.test(code)) ? verdictOfError(code) : null;
}

const errorOf = (json: unknown): string | null => {
  const read = answerSchema.safeParse(json);
  return read.success && !read.data.ok ? (read.data.error ?? null) : null;
};

/** The code of an error of the Web API; null for any other answer. */
export const errorCode = (answer: Answer): string | null =>
  answer.kind === 'answered' ? errorOf(readAnswer(answer).json) : null;

/** An error's code with what to do about it. */
export function adviceOn(answer: Answer): string {
  if (answer.kind !== 'answered') return `Slack wasn’t reached: ${answer.reason}`;
  const { status, json, text } = readAnswer(answer);
  const read = answerSchema.safeParse(json);
  const code = errorOf(json) ?? text.trim();
  const isCode = /^\w{2,60}$/.test(code);
  const verdict = isCode ? verdictOfError(code, read.success ? read.data.needed : undefined) : null;
  return verdict && 'says' in verdict
    ? `Slack answered: ${verdict.says}`
    : `Slack answered with status ${status}. Try again in a minute.`;
}

/** The file isn't ready yet, or is none that the message may show. */
export function isAboutFile(answer: Answer): boolean {
  if (answer.kind !== 'answered') return false;
  const code = errorCode(answer);
  if (code === 'invalid_blocks') return /slack[ _]file/.test(answer.body.toString('utf8'));
  return code !== null && /^(?:file_|missing_file|slack_connect_file)/.test(code);
}

/** The message may go out, but not under the other one. */
export const isAboutThread = (answer: Answer): boolean => /thread|cannot_reply/.test(errorCode(answer) ?? '');
