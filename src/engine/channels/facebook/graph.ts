import type { Answer, Call } from '#src/platform/net/call.ts';
import { multipart } from '#src/platform/net/multipart.ts';
import type { OpenConnection, SendDeps } from '../channel.ts';
import { withoutSecrets } from '../without-secrets.ts';

/** Of the Graph API, from July 29, 2026. Its end isn't set yet; Meta keeps a version for two years after the next one. */
export const API_VERSION = 'v26.0';
export const GRAPH = 'https://graph.facebook.com';

export type Ask = Pick<Call, 'method'> & {
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  file?: { bytes: Uint8Array; type: string; name: string };
};

const tokenOf = ({ secrets }: OpenConnection): string => secrets['token'] ?? '';

function bodyOf({ body = {}, file }: Ask): { type: string; body: string | Uint8Array } {
  if (!file) return { type: 'application/json', body: JSON.stringify(body) };
  const texts = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  return multipart(texts, [{ field: 'source', ...file }]);
}

/** Asks the Graph API as the page. */
export async function ask(
  connection: OpenConnection,
  { call }: Pick<SendDeps, 'call'>,
  asked: Ask,
): Promise<Answer> {
  const { method, path, query = {} } = asked;
  const search = new URLSearchParams(query).toString();
  const content = method === 'GET' ? null : bodyOf(asked);
  const answer = await call({
    method,
    url: `${GRAPH}/${API_VERSION}/${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      authorization: `Bearer ${tokenOf(connection)}`,
      ...(content && { 'content-type': content.type }),
    },
    ...(content && { body: content.body }),
  });
  return withoutSecrets(answer, connection);
}
