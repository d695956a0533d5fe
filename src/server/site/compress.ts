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

/**
 * Compresses a body when it is first requested, off the main thread: quickly for the waiting request, and meanwhile as
 * well as the build does, for all later ones. Doing it ahead would keep a starting program busy with pages that
 * nobody reads.
 */
export function encodingsOf(body: Bytes): Encodings {
  const brotliAt = async (quality: number): Promise<Bytes> =>
    Uint8Array.from(await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  const gzipAt = async (level: number): Promise<Bytes> => Uint8Array.from(await deflate(body, { level }));
  return new Map([
    [
      'br',
      improved(
        () => brotliAt(QUICK),
        () => brotliAt(BEST),
      ),
    ],
    ['gzip', once(() => gzipAt(constants.Z_BEST_COMPRESSION))],
  ]);
}

/** Each is made once; the quick one is given until the better one is there. */
function improved(quick: () => Promise<Bytes>, better: () => Promise<Bytes>): () => Promise<Bytes> {
  const first = once(quick);
  let best: Bytes | null = null;
  const start = once(async () => {
    const quickly = await first();
    // Should it fail, the quick one is as good an answer.
    better().then(
      (bytes) => (best = bytes),
      () => undefined,
    );
    return quickly;
  });
  return () => (best ? Promise.resolve(best) : start());
}

function once(make: () => Promise<Bytes>): () => Promise<Bytes> {
  let made: Promise<Bytes> | undefined;
  return () => (made ??= make());
}
