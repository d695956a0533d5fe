import type { Answer } from '#src/platform/net/call.ts';
import type { OpenConnection } from '../channel.ts';

/** Shorter parts of an address are words that anyone could write. */
const PART_LEAST = 8;
const GONE = '…';

function partsOfAddress(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const parts = [
    ...url.pathname.split('/').filter((part) => part.length >= PART_LEAST),
    ...[...url.searchParams.values()].filter((part) => part.length >= PART_LEAST),
  ];
  return [
    url.href,
    url.host,
    url.hostname,
    ...(url.pathname.length > 1 ? [url.pathname + url.search, url.pathname] : []),
    ...parts,
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Takes what only the endpoint's owner may know out of a text: an endpoint may answer with its own address or what it was
 * sent, and a network quotes names.
 */
export function redacting({ secrets }: Pick<OpenConnection, 'secrets'>): (text: string) => string {
  const known = Object.values(secrets).flatMap((value) => [value, value.replace(/^whsec_/, '')]);
  const all = [...known, ...partsOfAddress(secrets['url'] ?? '')].flatMap((part) => [part, decoded(part)]);
  const longestFirst = [...new Set(all)]
    .filter((part) => part !== '')
    .toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, part) => rest.replaceAll(part, GONE), text);
}

/** What a network says, for people. */
const NETWORK: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'There is no server of that name.'],
  [/ECONNREFUSED/, 'The server refused the connection.'],
  [/ECONNRESET|EPIPE|socket hang up/, 'The server broke off the connection.'],
  [/timeout|timed out|ETIMEDOUT|aborted/i, 'No answer came in time.'],
  [/certificate|CERT_|altnames/i, 'Its TLS certificate isn’t valid for that address.'],
  [/wrong version number|EPROTO|SSL routines/i, 'It doesn’t speak HTTPS.'],
];

const inWords = (reason: string): string => NETWORK.find(([known]) => known.test(reason))?.[1] ?? reason;

/** An answer without what only the endpoint's owner may know. */
export function withoutSecrets(answer: Answer, redact: (text: string) => string): Answer {
  if (answer.kind !== 'answered') return { ...answer, reason: redact(inWords(answer.reason)) };
  return { ...answer, body: Buffer.from(redact(answer.body.toString('utf8'))) };
}
