/** Part of an object: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where the bytes of documents lie: a folder (folder-store.ts), or whatever else can do these three things, such as an
 * object store. Keys are 32 random hexadecimal characters, written once and never again. Several processes use one
 * store.
 */
export type DocumentStore = {
  /**
   * Keeps what comes under a new key, piece by piece. When it answers, a loss of power loses nothing; when it throws,
   * nothing is there under this key.
   */
  put: (key: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  /** @returns null where there is nothing under this key */
  get: (key: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  /** Takes it away, also what a `put` that died has left. Nothing there is as good. */
  delete: (key: string) => Promise<void>;
};
