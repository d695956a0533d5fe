import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { practiceAddress } from '../practice/server.ts';
import { publicLookup } from './fetch-page.ts';
import { refusalOf } from './reachable.ts';

/** A request to a provider. A header's name is in small letters. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Ends it before its time is up. */
  signal?: AbortSignal;
  /** Of a practice account: it goes to the practice provider on this machine, whatever its address. */
  practice?: true;
};

/**
 * What became of a request. Never thrown, so that a sender knows whether it may try again.
 * - answered: whatever the status. `retryAfterMs`: how long the provider asks to wait, where it says so.
 * - not_sent: nothing of it has reached the provider.
 * - unknown: it went out, in part at least, and no whole answer came.
 */
export type Answer =
  | {
      kind: 'answered';
      status: number;
      headers: Readonly<Record<string, string>>;
      body: Buffer;
      retryAfterMs: number | null;
    }
  | { kind: 'not_sent'; reason: string }
  | { kind: 'unknown'; reason: string };

export type CallProvider = (call: Call) => Promise<Answer>;

const NO_PRACTICE = 'Practice accounts work on a development machine only';
const ANSWER_MAX = 2 * 1024 * 1024;
const WITHIN_MS = 20_000;
/** Nobody is believed who asks to wait for longer. */
const WAIT_MAX_MS = 24 * 3_600_000;

/** Seconds or a date (RFC 9110, section 10.2.3). @returns milliseconds from `now`; null for what is neither */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  if (value === undefined || value.trim() === '') return null;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), WAIT_MAX_MS) : null;
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > ANSWER_MAX) throw new Error('The answer is larger than 2 MB.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Calls providers over http and https: an address on the public internet unless `allowPrivate`, no redirect, 20 seconds
 * and an answer of 2 MB at most. Each call has a connection of its own: on one that is used again, nobody could tell
 * whether a request that broke off had been read.
 */
export const createCallProvider =
  ({
    allowPrivate,
    agent,
    now,
    withinMs = WITHIN_MS,
    practiceUrl = null,
  }: {
    allowPrivate: boolean;
    agent: string;
    now: () => number;
    withinMs?: number;
    /** Where practice providers are; null where there are none. */
    practiceUrl?: string | null;
  }): CallProvider =>
  async ({ method, url: address, headers = {}, body, signal: stop, practice }) => {
    if (practice && practiceUrl === null) return { kind: 'not_sent', reason: NO_PRACTICE };
    const refusal = refusalOf(address, practice ?? allowPrivate);
    if (refusal) return { kind: 'not_sent', reason: refusal };
    const url = new URL(practice && practiceUrl !== null ? practiceAddress(practiceUrl, address) : address);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const opened = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    const late = AbortSignal.timeout(withinMs);
    let isOpen = false;
    try {
      const response = await new Promise<IncomingMessage>((done, failed) => {
        const request = send(url, {
          method,
          agent: false,
          signal: stop ? AbortSignal.any([stop, late]) : late,
          headers: {
            'user-agent': agent,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          ...(allowPrivate || practice ? {} : { lookup: publicLookup }),
        });
        request.on('socket', (socket) => socket.once(opened, () => void (isOpen = true)));
        request.on('response', done);
        request.on('error', failed);
        request.end(body);
      });
      const told = headersOf(response);
      return {
        kind: 'answered',
        status: response.statusCode ?? 0,
        headers: told,
        body: await bodyOf(response),
        retryAfterMs: retryAfterMs(told['retry-after'], now()),
      };
    } catch (error) {
      return { kind: isOpen ? 'unknown' : 'not_sent', reason: reasonOf(error) };
    }
  };
