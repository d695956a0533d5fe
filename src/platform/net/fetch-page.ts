import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { isPublic, refusalOf } from './reachable.ts';

export type Page =
  | {
      status: 'new';
      /** Where it was in the end. */
      url: string;
      type: string;
      bytes: Buffer;
      etag: string | null;
      lastModified: string | null;
    }
  | { status: 'same' };
export type FetchPage = (ask: {
  url: string;
  etag: string | null;
  lastModified: string | null;
  signal: AbortSignal;
  /** What is asked for; RSS and Atom unless told. */
  accept?: string;
}) => Promise<Page>;

/** The page did not come; the sentence says why, for people. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

export const PAGE_MAX = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;
const TAG_MAX = 200;
const NEWS_TYPES =
  'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** Resolves a name and refuses it when any of its addresses is private: what was checked is what is connected to. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    const closed = addresses?.find(({ address }) => !isPublic(address));
    if (error) callback(error, '', 4);
    else if (closed) callback(new PageError('It leads to a private network.'), '', 4);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4);
  });
};

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, { maxOutputLength: PAGE_MAX }),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, { maxOutputLength: PAGE_MAX }),
  deflate: (bytes) => promisify(inflate)(bytes, { maxOutputLength: PAGE_MAX }),
  br: (bytes) => promisify(brotliDecompress)(bytes, { maxOutputLength: PAGE_MAX }),
};

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > PAGE_MAX) throw new PageError('It is larger than 2 MB.');
    parts.push(part);
  }
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const whole = Buffer.concat(parts);
  if (encoding === 'identity' || encoding === '') return whole;
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) throw new PageError(`It is packed as ${encoding.slice(0, 40)}, which was not asked for.`);
  try {
    return await decode(whole);
  } catch (cause) {
    throw new PageError('It could not be unpacked, or is larger than 2 MB.', { cause });
  }
}

function open(url: URL, headers: Record<string, string>, signal: AbortSignal, allowPrivate: boolean) {
  return new Promise<IncomingMessage>((done, failed) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      headers,
      signal,
      agent: false,
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    });
    request.on('response', done);
    request.on('error', failed);
    request.end();
  });
}

/** Why it did not come, in words that tell nothing of the network behind. */
function reasonOf(error: unknown): PageError {
  if (error instanceof PageError) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new PageError('Its host is not known.', { cause: error });
  if (/CERT|TLS|SSL/.test(code)) return new PageError('Its certificate is not valid.', { cause: error });
  return new PageError('The connection failed.', { cause: error });
}

/**
 * Fetches a page from an address that a customer gave: http and https, from the public internet alone, also behind a
 * redirect; 10 seconds and 2 MB at most, unpacked. @throws PageError
 */
export const createFetchPage =
  ({
    allowPrivate,
    agent,
    withinMs = TIMEOUT_MS,
  }: {
    allowPrivate: boolean;
    agent: string;
    withinMs?: number;
  }): FetchPage =>
  async ({ url: address, etag, lastModified, signal: stop, accept = NEWS_TYPES }) => {
    const late = AbortSignal.timeout(withinMs);
    const signal = AbortSignal.any([stop, late]);
    let url = new URL(address);
    const headers = {
      'User-Agent': agent,
      Accept: accept,
      'Accept-Encoding': 'gzip, deflate, br',
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    };
    try {
      for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
        const refusal = refusalOf(url.href, allowPrivate);
        if (refusal) throw new PageError(refusal);
        const response = await open(url, headers, signal, allowPrivate);
        const { statusCode = 0, headers: told } = response;
        if (statusCode === 200) {
          return {
            status: 'new',
            url: url.href,
            type: told['content-type'] ?? '',
            bytes: await readBody(response),
            etag: told.etag !== undefined && told.etag.length <= TAG_MAX ? told.etag : null,
            lastModified:
              told['last-modified'] !== undefined && told['last-modified'].length <= TAG_MAX
                ? told['last-modified']
                : null,
          };
        }
        response.destroy();
        if (statusCode === 304) return { status: 'same' };
        const { location } = told;
        if (statusCode < 300 || statusCode > 399 || location === undefined)
          throw new PageError(`It answered ${statusCode}.`);
        const next = URL.parse(location, url);
        if (!next) throw new PageError('It leads on to an address that is none.');
        url = next;
      }
    } catch (error) {
      stop.throwIfAborted();
      throw late.aborted
        ? new PageError(`It did not come within ${withinMs / 1_000} seconds.`, { cause: error })
        : reasonOf(error);
    }
    throw new PageError(`It leads on more than ${REDIRECTS_MAX} times.`);
  };
