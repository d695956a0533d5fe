import * as z from 'zod/mini';
import { liveTopicSchema, type LiveTopic } from '#src/shared/alerts.ts';
import { createSseParser } from './sse.ts';

/** The server sends a heartbeat every 15 s: this long without a byte and the connection is taken for dead. */
const SILENCE_MS = 40_000;
const BACKOFF_MIN_MS = 1000;
const BACKOFF_MAX_MS = 30_000;

/** More windows than may listen: coming back soon would only close another of them. */
const CROWDED_MS = 300_000;

const hintSchema = z.object({ topic: liveTopicSchema });
const endSchema = z.object({ reason: z.string() });

type LiveOptions = {
  /** Opens the stream; throws when it cannot. */
  open: (signal: AbortSignal) => Promise<Response>;
  /** A hint, and `resync` at every opening: what happened before it was not heard. */
  onTopic: (topic: LiveTopic) => void;
  /** 0 to 1. */
  random?: () => number;
  /** Resolves after that many ms, or at once when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** How long to wait before attempt number `attempt` (0 is the first retry), in ms: doubling, half of it chance. */
export function backoff(attempt: number, random: number): number {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Keeps the live stream open until the signal is aborted, however often it breaks. */
export async function keepLive(options: LiveOptions, signal: AbortSignal): Promise<void> {
  const { open, onTopic, random = Math.random, wait = pause } = options;
  let attempt = 0;
  while (!signal.aborted) {
    let isCrowded = false;
    try {
      const reason = await readOnce(open, onTopic, signal, () => {
        attempt = 0;
      });
      isCrowded = reason === 'too_many_streams';
    } catch {
      // Broken or rejected: the next attempt shows which, and the pages work without.
    }
    if (signal.aborted) return;
    const pauseMs = isCrowded ? (CROWDED_MS / 2) * (1 + random()) : backoff(attempt++, random());
    await wait(pauseMs, signal);
  }
}

/** @returns why the server ended it, if it gave a reason */
async function readOnce(
  open: LiveOptions['open'],
  onTopic: LiveOptions['onTopic'],
  signal: AbortSignal,
  onAlive: () => void,
): Promise<string | null> {
  let reason: string | null = null;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await open(AbortSignal.any([signal, silence.signal]));
    if (!response.body) return null;
    onTopic('resync');
    const parse = createSseParser();
    const decoder = new TextDecoder();
    for await (const bytes of chunks(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      onAlive();
      for (const { event, data } of parse(decoder.decode(bytes, { stream: true }))) {
        if (event === 'hint') onTopic(topicOf(data));
        if (event === 'end') reason = reasonOf(data);
      }
    }
    return reason;
  } finally {
    clearTimeout(timer);
  }
}

/** A reader loop: not every browser can iterate over a stream. */
async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** A hint that this page does not understand (a newer server) means: fetch everything. */
function topicOf(data: string): LiveTopic {
  try {
    return hintSchema.parse(JSON.parse(data)).topic;
  } catch {
    return 'resync';
  }
}

function reasonOf(data: string): string | null {
  try {
    return endSchema.parse(JSON.parse(data)).reason;
  } catch {
    return null;
  }
}
