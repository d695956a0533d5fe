import type { Answer, Call } from '#src/platform/net/call.ts';
import { multipart, type FormFile } from '#src/platform/net/multipart.ts';
import type { OpenConnection, SendDeps } from '../channel.ts';
import { withoutSecrets } from '../without-secrets.ts';

export const API = 'https://api.x.com/2';

export type Ask = Pick<Call, 'method'> & {
  path: string;
  json?: object;
  form?: { fields: Readonly<Record<string, string>>; files: readonly FormFile[] };
};

/** How a confidential client shows who it is (RFC 6749, section 2.3.1). */
export const basicAuth = (clientId: string, clientSecret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`;

/** Asks X as the connected account. */
export async function ask(
  connection: OpenConnection,
  { call }: Pick<SendDeps, 'call'>,
  { method, path, json, form }: Ask,
): Promise<Answer> {
  const content = form
    ? multipart(form.fields, form.files)
    : json && { type: 'application/json', body: JSON.stringify(json) };
  const answer = await call({
    method,
    url: `${API}${path}`,
    headers: {
      authorization: `Bearer ${connection.secrets['accessToken'] ?? ''}`,
      ...(content && { 'content-type': content.type }),
    },
    ...(content && { body: content.body }),
  });
  return withoutSecrets(answer, connection);
}
