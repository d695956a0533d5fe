import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'br' | 'gzip';
/** The encodings a file is kept in, the one to prefer first. Each may be made when it is first asked for. */
export type Encodings = ReadonlyMap<Encoding, () => Promise<Bytes>>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Compresses a body as well as the build does, once, at the first request for it and off the main thread. */
export function encodingsOf(body: Bytes): Encodings {
  return new Map([
    [
      'br',
      once(async () =>
        Uint8Array.from(await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })),
      ),
    ],
    ['gzip', once(async () => Uint8Array.from(await deflate(body, { level: 9 })))],
  ]);
}

function once(make: () => Promise<Bytes>): () => Promise<Bytes> {
  let made: Promise<Bytes> | undefined;
  return () => (made ??= make());
}
