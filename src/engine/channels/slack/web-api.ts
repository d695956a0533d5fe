import type { Answer, CallProvider } from '#src/platform/net/call.ts';
import { withoutSecrets } from '../without-secrets.ts';

export const API = 'https://slack.com/api';

/** A method of the Web API. Those that take no JSON get a form. */
export async function callApi(
  { token, call }: { token: string; call: CallProvider },
  method: string,
  fields: Readonly<Record<string, unknown>>,
  as: 'json' | 'form' = 'json',
): Promise<Answer> {
  const isJson = as === 'json';
  const form = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await call({
    method: 'POST',
    url: `${API}/${method}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isJson ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(form).toString(),
  });
  return withoutSecrets(answer, { secrets: { token } });
}

export async function callWebhook(
  { url, call }: { url: string; call: CallProvider },
  body: object,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const answer = await call({ method: 'POST', url, headers, body: JSON.stringify(body) });
  return withoutSecrets(answer, { secrets: { url } });
}
