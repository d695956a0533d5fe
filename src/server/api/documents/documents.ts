import { z } from 'zod';
import { type DocumentCursor, readDocumentCursor } from '#src/db/queries/documents/list.ts';
import type { Documents } from '#src/documents/documents.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENT_SORTS, type DocumentSort } from '#src/shared/documents/documents.ts';
import { serveBytes } from '#src/server/documents/serve.ts';
import { readUpload } from '#src/server/documents/upload-body.ts';
import type { ClientAddress } from '../../client-address.ts';
import { changerOf, here } from '../actor.ts';
import { invalid, limitOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { DOCUMENTS } from './contract.ts';

const PAGE_MAX = 100;
const SEARCH_MAX = 200;

/** Documents of the workspace, and the folders they lie in. */
export function addDocumentRoutes(
  route: Route,
  { documents, clientAddress }: { documents: Documents; clientAddress: ClientAddress },
): void {
  route(DOCUMENTS.list, async (c) => {
    const sort = sortOf(c.req.query('sort'));
    const words = wordsOf(c.req.query('q'));
    const folderId = folderOf(c.req.query('folder'));
    const page = await documents.list(here(c), {
      ...(folderId === undefined ? {} : { folderId }),
      ...(words ? { words } : {}),
      deleted: c.req.query('deleted') === 'yes',
      sort,
      after: cursorOf(c.req.query('cursor'), sort),
      limit: limitOf(c.req.query('limit') ?? null, PAGE_MAX),
    });
    return c.json(page);
  });

  route(DOCUMENTS.upload, async (c) => {
    const workspaceId = here(c);
    const folder = folderOf(c.req.query('folder')) ?? null;
    const leave = documents.admitUpload(workspaceId, clientAddress(c));
    const body = readUpload(c.req.raw.body);
    const length = lengthOf(c.req.header('content-length'));
    try {
      const made = await documents.receive(changerOf(c), {
        name: c.req.query('name') ?? '',
        folderId: folder,
        length,
        bytes: checkedAfter(body.bytes(), c.get('checkAgain')),
      });
      return c.json(made, 201);
    } catch (error) {
      // What is too large in any case isn't read to its end.
      if (length !== null && length <= DOCUMENT_MAX_BYTES) await body.rest();
      throw error;
    } finally {
      leave();
    }
  });

  route(DOCUMENTS.storage, async (c) => c.json(await documents.storage(here(c))));
  route(DOCUMENTS.one, async (c) => c.json(await documents.one(here(c), idOf(c))));
  route(DOCUMENTS.content, async (c) =>
    serveBytes(c, documents.read, await documents.living(here(c), idOf(c))),
  );
  route(DOCUMENTS.change, async (c, body) => {
    const form = await body();
    return c.json(await documents.change(changerOf(c), idOf(c), form));
  });
  route(DOCUMENTS.remove, async (c) => {
    await documents.remove(changerOf(c), idOf(c));
    return c.body(null, 204);
  });
  route(DOCUMENTS.restore, async (c) => c.json(await documents.restore(changerOf(c), idOf(c))));
  route(DOCUMENTS.erase, async (c) => {
    await documents.erase(changerOf(c), idOf(c));
    return c.body(null, 204);
  });

  route(DOCUMENTS.links, async (c) => {
    const items = await documents.links(here(c), idOf(c));
    return c.json({ items });
  });
  route(DOCUMENTS.share, async (c, body) => {
    const { days } = await body();
    return c.json(await documents.share(changerOf(c), idOf(c), days), 201);
  });
  route(DOCUMENTS.revokeLink, async (c) => {
    await documents.revoke(changerOf(c), idOf(c), idOf(c, { name: 'link' }));
    return c.body(null, 204);
  });

  route(DOCUMENTS.folders, async (c) => c.json({ items: await documents.folders(here(c)) }));
  route(DOCUMENTS.makeFolder, async (c, body) => {
    const form = await body();
    return c.json(await documents.makeFolder(changerOf(c), form), 201);
  });
  route(DOCUMENTS.changeFolder, async (c, body) => {
    const form = await body();
    return c.json(await documents.changeFolder(changerOf(c), idOf(c), form));
  });
  route(DOCUMENTS.removeFolder, async (c) => {
    await documents.removeFolder(changerOf(c), idOf(c), c.req.query('contents') === 'yes');
    return c.body(null, 204);
  });
}

/** The pieces of a file, and after the last one whether its sender may still add it. */
async function* checkedAfter(
  pieces: AsyncIterable<Uint8Array>,
  check: (() => Promise<void>) | undefined,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  await check?.();
}

function sortOf(text = 'name'): DocumentSort {
  const sort = DOCUMENT_SORTS.find((each) => each === text);
  if (!sort) throw invalid('sort', text, `one of ${DOCUMENT_SORTS.join(', ')}`);
  return sort;
}

/** No name holds a NUL, and the database takes none. @throws AppError validation_failed */
function wordsOf(text: string | undefined): string | undefined {
  if (text?.includes('\0')) throw invalid('q', text.replaceAll('\0', '␀'), 'a part of a name');
  return text?.trim().slice(0, SEARCH_MAX);
}

/** Undefined: everywhere. */
function folderOf(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'top') return null;
  const id = z.uuid().safeParse(text);
  if (!id.success) throw invalid('folder', text, 'an id or `top`');
  return id.data;
}

function cursorOf(text: string | undefined, sort: DocumentSort): DocumentCursor | null {
  if (text === undefined) return null;
  const cursor = readDocumentCursor(text);
  if (cursor?.sort !== sort) throw invalid('cursor', text, 'the `next` of the page before');
  return cursor;
}

const lengthOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
