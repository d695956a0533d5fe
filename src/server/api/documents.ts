import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { type DocumentCursor, readDocumentCursor } from '#src/db/queries/documents/list.ts';
import type { By, Documents } from '#src/documents/index.ts';
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_SORTS,
  documentChangeSchema,
  type DocumentSort,
  folderChangeSchema,
  folderFormSchema,
  linkFormSchema,
} from '#src/shared/documents/documents.ts';
import { serveBytes } from '../documents/serve.ts';
import { readUpload } from '../documents/upload-body.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { invalid, limitOf } from './paging.ts';
import { idOf } from './path-id.ts';

type Ctx = Parameters<typeof activityActor>[0];
const PAGE_MAX = 100;
const SEARCH_MAX = 200;

const whoOf = (c: Ctx): By => ({
  workspaceId: c.get('membership').workspaceId,
  actor: activityActor(c),
});

/** Documents of the workspace, and the folders they lie in. */
export function addDocumentRoutes(
  api: Hono<ApiEnv>,
  documents: Documents,
  clientAddress: (c: Context) => string | null,
): void {
  api.get('/documents', async (c) => {
    const sort = sortOf(c.req.query('sort'));
    const words = wordsOf(c.req.query('q'));
    const folderId = folderOf(c.req.query('folder'));
    const page = await documents.list(c.get('membership').workspaceId, {
      ...(folderId === undefined ? {} : { folderId }),
      ...(words ? { words } : {}),
      deleted: c.req.query('deleted') === 'yes',
      sort,
      after: cursorOf(c.req.query('cursor'), sort),
      limit: limitOf(c.req.query('limit') ?? null, PAGE_MAX),
    });
    return c.json(page);
  });

  api.post('/documents', async (c) => {
    const { workspaceId } = c.get('membership');
    const folder = folderOf(c.req.query('folder')) ?? null;
    const leave = documents.admitUpload(workspaceId, clientAddress(c));
    const body = readUpload(c.req.raw.body);
    const length = lengthOf(c.req.header('content-length'));
    try {
      const made = await documents.receive(whoOf(c), {
        name: c.req.query('name') ?? '',
        folderId: folder,
        length,
        bytes: body.bytes(),
      });
      return c.json(made, 201);
    } catch (error) {
      // Nobody's time is spent on what is too large in any case.
      if (length !== null && length <= DOCUMENT_MAX_BYTES) await body.rest();
      throw error;
    } finally {
      leave();
    }
  });

  api.get('/documents/storage', async (c) =>
    c.json(await documents.storage(c.get('membership').workspaceId)),
  );
  api.get('/documents/:id', async (c) =>
    c.json(await documents.one(c.get('membership').workspaceId, idOf(c))),
  );
  api.get('/documents/:id/content', async (c) =>
    serveBytes(c, documents.read, await documents.living(c.get('membership').workspaceId, idOf(c))),
  );
  api.patch('/documents/:id', async (c) => {
    const form = await readPayload(c, documentChangeSchema);
    return c.json(await documents.change(whoOf(c), idOf(c), form));
  });
  api.delete('/documents/:id', async (c) => {
    await documents.remove(whoOf(c), idOf(c));
    return c.body(null, 204);
  });
  api.post('/documents/:id/restore', async (c) => c.json(await documents.restore(whoOf(c), idOf(c))));
  api.post('/documents/:id/erase', async (c) => {
    await documents.erase(whoOf(c), idOf(c));
    return c.body(null, 204);
  });

  api.get('/documents/:id/links', async (c) => {
    const items = await documents.links(c.get('membership').workspaceId, idOf(c));
    return c.json({ items });
  });
  api.post('/documents/:id/links', async (c) => {
    const { days } = await readPayload(c, linkFormSchema);
    return c.json(await documents.share(whoOf(c), idOf(c), days), 201);
  });
  api.delete('/documents/:id/links/:link', async (c) => {
    await documents.revoke(whoOf(c), idOf(c), idOf(c, { name: 'link' }));
    return c.body(null, 204);
  });

  api.get('/folders', async (c) =>
    c.json({ items: await documents.folders(c.get('membership').workspaceId) }),
  );
  api.post('/folders', async (c) => {
    const form = await readPayload(c, folderFormSchema);
    return c.json(await documents.makeFolder(whoOf(c), form), 201);
  });
  api.patch('/folders/:id', async (c) => {
    const form = await readPayload(c, folderChangeSchema);
    return c.json(await documents.changeFolder(whoOf(c), idOf(c), form));
  });
  api.delete('/folders/:id', async (c) => {
    await documents.removeFolder(whoOf(c), idOf(c), c.req.query('contents') === 'yes');
    return c.body(null, 204);
  });
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
