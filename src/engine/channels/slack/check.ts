import type { ChannelDeps, CheckResult, OpenConnection } from '../channel.ts';
import { readAnswer } from '../http-outcome.ts';
import { accessOf } from './access.ts';
import { adviceOn } from './verdict.ts';
import { callApi, callWebhook } from './web-api.ts';

const NEEDED = 'chat:write';
/** What a webhook that works says of a message without content. It posts none. */
const WORKS = /^(?:no_text|missing_text_or_fallback_or_attachments)$/;

export async function check(
  connection: OpenConnection,
  { call }: Pick<ChannelDeps, 'call'>,
): Promise<CheckResult> {
  const access = accessOf(connection);
  if (access.way === 'webhook') {
    const answer = await callWebhook({ url: access.url, call }, { text: '' });
    const text = answer.kind === 'answered' ? answer.body.toString('utf8').trim() : '';
    return WORKS.test(text) ? { ok: true } : { ok: false, problem: adviceOn(answer) };
  }
  const answer = await callApi({ token: access.token, call }, 'auth.test', {});
  const json = answer.kind === 'answered' ? readAnswer(answer).json : null;
  const works = typeof json === 'object' && json !== null && 'ok' in json && json.ok === true;
  if (answer.kind !== 'answered' || !works) return { ok: false, problem: adviceOn(answer) };
  const scopes = answer.headers['x-oauth-scopes'];
  if (scopes !== undefined && !scopes.split(/,\s*/).includes(NEEDED))
    return {
      ok: false,
      problem: `The app may not write messages. Add the scope ${NEEDED} under “OAuth & Permissions”, then install the app again.`,
    };
  return { ok: true };
}
