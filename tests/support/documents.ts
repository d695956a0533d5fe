import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createDocuments } from '#src/documents/documents.ts';
import { createFolderStore } from '#src/documents/folder-store.ts';
import type { DocumentsDeps } from '#src/documents/deps.ts';
import { TEST_KEY, testApi } from './api.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { newWorkspace } from './workspace.ts';

/** /api/v1 with documents that lie in a folder of the test's own. */
export async function documentsApi(db: TestDatabase, parts: Partial<DocumentsDeps> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'bellwire-documents-'));
  const store = createFolderStore(root);
  const told: string[] = [];
  const documents = createDocuments({
    app: db.app,
    store,
    clock: () => new Date(),
    limits: { db: db.app, clock: () => new Date(), hashKey: TEST_KEY },
    announce: (workspaceId) => void told.push(workspaceId),
    ...parts,
  });
  const api = testApi(db, { documents, idempotencyKey: TEST_KEY });

  /** Asks as a person; a body that is no bytes goes as JSON. */
  async function ask(
    userId: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const isBytes = body instanceof Uint8Array || body instanceof ReadableStream;
    const answer = await api.request(path, {
      method,
      headers: { Authorization: `Bearer ${userId}`, ...headers },
      ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
      duplex: 'half',
    } as RequestInit);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : null,
    };
  }
  const upload = (userId: string, name: string, bytes: Uint8Array | string, folder?: string) =>
    ask(
      userId,
      'POST',
      `/documents?name=${encodeURIComponent(name)}${folder ? `&folder=${folder}` : ''}`,
      new Uint8Array(Buffer.from(bytes)),
    );
  return {
    root,
    store,
    documents,
    told,
    ask,
    upload,
    /** Every file below the folder, half-written ones included. */
    files: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map((each) => each.name),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

/** The same for a file of tests, each with a workspace of its own whose owner asks. */
export function documentsWorld() {
  let db: TestDatabase;
  let api: Awaited<ReturnType<typeof documentsApi>>;
  let who: { userId: string; workspaceId: string };
  beforeAll(async () => {
    db = await testDatabase();
    api = await documentsApi(db);
  });
  beforeEach(async () => {
    who = await newWorkspace(db);
  });
  afterAll(async () => {
    await api.close();
    await db.drop();
  });
  const ask = (...rest: [string, string, unknown?, Record<string, string>?]) => api.ask(who.userId, ...rest);
  return {
    db: () => db,
    api: () => api,
    userId: () => who.userId,
    workspaceId: () => who.workspaceId,
    ask,
    upload: (name: string, bytes: Uint8Array | string, folder?: string) =>
      api.upload(who.userId, name, bytes, folder),
    names: async (query: string): Promise<string[]> =>
      (await ask('GET', `/documents?${query}`)).body.items.map((each: { name: string }) => each.name),
    /** What was written down as done in the workspace. */
    actions: async (): Promise<string[]> =>
      (
        await db.admin.query<{ action: string; subject: string }>(
          'select action, subject from activity where workspace_id = $1 order by id',
          [who.workspaceId],
        )
      ).rows.map((row) => `${row.action} ${row.subject}`),
  };
}
