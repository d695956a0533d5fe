import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'br' | 'gzip';
/** The encodings a file is kept in, the one to prefer first. Each may be made when it is first asked for. */
export type Encodings = ReadonlyMap<Encoding, () => Promise<Bytes>>;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** As the build does: it takes a tenth of a second for a page. */
const BEST = constants.BROTLI_MAX_QUALITY;
/** A few milliseconds, for about a tenth more bytes. */
const QUICK = 5;
/** A page requested so many times is worth the tenth of a second. Most of the 200 pages are read now and then. */
export const WORTH_THE_BEST = 10;

/**
 * Compresses a body when it is first requested, off the main thread: quickly for the first requests, and as well as the
 * build does once a page proves popular: after `popularAfter` requests. Doing it ahead would keep a starting program busy.
 */
export function encodingsOf(body: Bytes, popularAfter = WORTH_THE_BEST): Encodings {
  const brotliAt = async (quality: number): Promise<Bytes> =>
    Uint8Array.from(await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  const gzipAt = async (level: number): Promise<Bytes> => Uint8Array.from(await deflate(body, { level }));
  return new Map([
    [
      'br',
      improved(
        () => brotliAt(QUICK),
        () => brotliAt(BEST),
        popularAfter,
      ),
    ],
    ['gzip', once(() => gzipAt(constants.Z_BEST_COMPRESSION))],
  ]);
}

/** Each is made once; the quick one is given until the better one is there. */
function improved(
  quick: () => Promise<Bytes>,
  better: () => Promise<Bytes>,
  popularAfter: number,
): () => Promise<Bytes> {
  const first = once(quick);
  let requests = 0;
  let best: Bytes | null = null;
  return () => {
    requests += 1;
    if (requests === popularAfter)
      better().then(
        (bytes) => (best = bytes),
        // The quick one is as good an answer.
        () => undefined,
      );
    return best ? Promise.resolve(best) : first();
  };
}

function once(make: () => Promise<Bytes>): () => Promise<Bytes> {
  let made: Promise<Bytes> | undefined;
  return () => (made ??= make());
}
