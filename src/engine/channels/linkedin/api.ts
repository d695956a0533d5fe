import type { Answer, Call } from '#src/platform/net/call.ts';
import type { OpenConnection, SendDeps } from '../channel.ts';
import { withoutSecrets } from '../without-secrets.ts';

/** Of the versioned API. LinkedIn keeps a version for a year and ends it in the middle of the month. */
export const API_VERSION = '202607';
export const API_ENDS_ON = '2027-07-15';
const API = 'https://api.linkedin.com';

export type Ask = Pick<Call, 'method' | 'body'> & {
  /** Below the API, or a whole address that LinkedIn has named. */
  to: string;
  json?: object;
  headers?: Readonly<Record<string, string>>;
};

/** Asks LinkedIn as whoever connected the account. */
export async function ask(
  connection: OpenConnection,
  { call }: Pick<SendDeps, 'call'>,
  { method, to, json, body, headers = {} }: Ask,
): Promise<Answer> {
  const content = json === undefined ? body : JSON.stringify(json);
  const answer = await call({
    method,
    url: to.startsWith('/') ? `${API}${to}` : to,
    headers: {
      authorization: `Bearer ${connection.secrets['accessToken'] ?? ''}`,
      'linkedin-version': connection.settings['version'] ?? API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
  return withoutSecrets(answer, connection);
}
