import type { Context } from 'hono';
import type { Documents } from '#src/documents/documents.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#src/shared/documents/kinds.ts';
import { AppError } from '#src/shared/errors.ts';
import { downloadAs } from './disposition.ts';
import { readRange } from './range.ts';

/** A document's bytes, as the database knows them. */
type Served = {
  name: string;
  kind: DocumentKind;
  charset: string | null;
  size: number;
  sha256: Buffer;
  objectKey: string;
};

/**
 * A user's file must never run on our origin, where sessions live: it is always a download, of the type that
 * its content proved; if a browser shows it all the same, then without an origin, without script and without anything
 * loaded.
 */
const SAFE = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Answers with a document's bytes, or the part that was asked for; nothing where the caller has them.
 * @throws AppError range_not_satisfiable, unavailable
 */
export async function serveBytes(c: Context, read: Documents['read'], document: Served): Promise<Response> {
  const { size } = document;
  const etag = `"${document.sha256.toString('base64url')}"`;
  const headers = new Headers({
    ...SAFE,
    'Content-Type': typeOf(document),
    'Content-Disposition': downloadAs(document.name),
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  const same = c.req.header('if-range');
  const range = same === undefined || same === etag ? readRange(c.req.header('range'), size) : null;
  if (range === 'none') {
    throw new AppError('range_not_satisfiable', undefined, { details: { size } });
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  // The body of a HEAD is never read.
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const bytes = await read(document.objectKey, range ?? undefined);
  if (!bytes) throw new Error(`The bytes of a document are not in the store: ${document.objectKey}`);
  return new Response(bytes, { status, headers });
}

function typeOf({ kind, charset }: Served): string {
  const { mime } = DOCUMENT_KINDS[kind];
  return mime.startsWith('text/') ? `${mime}; charset=${charset ?? 'utf-8'}` : mime;
}
