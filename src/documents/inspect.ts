import { createHash } from 'node:crypto';
import { DOCUMENT_MAX_BYTES, formatBytes } from '#src/shared/documents/documents.ts';
import { type DocumentKind, KINDS_IN_WORDS, textKind } from '#src/shared/documents/kinds.ts';
import { AppError } from '#src/shared/errors.ts';
import { archiveNames, type ReadBytes } from './archive.ts';
import { type Head, HEAD_BYTES, markupKind, officeKind, readHead } from './detect.ts';
import { type Charset, createTextCheck } from './text-check.ts';

/** What is known of bytes that have all gone by. */
export type Inspected = { size: number; sha256: Buffer; kind: DocumentKind; charset: Charset | null };

const wrongKind = (): AppError =>
  new AppError('document_type', `This is none of the types that can be kept: ${KINDS_IN_WORDS}.`);
const tooLarge = (): AppError =>
  new AppError('document_too_large', `A file may have ${formatBytes(DOCUMENT_MAX_BYTES)} at most.`);

/**
 * Lets bytes through to the store and looks at them on the way: how many, their hash, what they are. A stream that
 * cannot become a document is broken off at the first piece that shows it.
 */
export function createInspection(name: string) {
  const hash = createHash('sha256');
  const text = createTextCheck();
  let size = 0;
  let head = new Uint8Array(0);
  let looks: Head | null = null;

  const look = (): Head => {
    looks ??= readHead(head);
    return looks;
  };
  async function* pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > DOCUMENT_MAX_BYTES) throw tooLarge();
      if (head.length < HEAD_BYTES) head = joined(head, piece.subarray(0, HEAD_BYTES - head.length));
      hash.update(piece);
      text.take(piece);
      if (head.length >= HEAD_BYTES && look() === 'text' && !text.couldBeText()) throw wrongKind();
      yield piece;
    }
  }

  return {
    pass,
    /** When all has gone by; `read` reads what was kept. @throws AppError document_type, empty_document */
    async result(read: ReadBytes): Promise<Inspected> {
      if (size === 0) throw new AppError('document_empty');
      const { kind, charset } = await kindOf(read);
      return { size, sha256: hash.digest(), kind, charset };
    },
  };

  async function kindOf(read: ReadBytes): Promise<{ kind: DocumentKind; charset: Charset | null }> {
    const seen = look();
    if (seen === 'archive') {
      const names = await archiveNames(size, read);
      const kind = names && officeKind(names);
      if (!kind) throw wrongKind();
      return { kind, charset: null };
    }
    if (seen !== 'text') return { kind: seen, charset: null };
    const charset = text.charset();
    if (!charset) throw wrongKind();
    return { kind: markupKind(head) ?? textKind(name), charset };
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
