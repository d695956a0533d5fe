import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { freeName } from '#src/db/queries/documents/names.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { documentsApi, documentsWorld } from '#tests/support/documents.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { docxOf, PNG } from '#tests/support/zip.ts';

const { actions, api, ask, db, names, upload, userId, workspaceId } = documentsWorld();

const limitTo = (plan: string) =>
  db().admin.query('update subscriptions set plan_id = $1 where workspace_id = $2', [plan, workspaceId()]);
const taken = async () => (await ask('GET', '/documents/storage')).body.usedBytes;

describe('an upload', () => {
  it('is kept as it came, under its content’s type, and told to the other screens', async () => {
    const before = api().told.length;
    const made = await upload('Board.docx', docxOf('minutes'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Board.docx',
      kind: 'docx',
      charset: null,
      size: docxOf('minutes').length,
      sha256: createHash('sha256').update(docxOf('minutes')).digest('hex'),
      folderId: null,
      deletedAt: null,
      links: 0,
    });
    const got = await ask('GET', `/documents/${made.body.id}/content`);
    expect(got.bytes.equals(docxOf('minutes'))).toBe(true);
    expect(createHash('sha256').update(got.bytes).digest('hex')).toBe(made.body.sha256);
    expect(api().told.slice(before)).toEqual([workspaceId()]);
    expect(await actions()).toEqual(['document.uploaded Board.docx']);
  });

  it('numbers a name that is taken, in capitals too, and corrects an ending that lies', async () => {
    await upload('a.txt', 'one');
    expect((await upload('A.TXT', 'two')).body.name).toBe('A (2).TXT');
    expect((await upload('a.txt', 'three')).body.name).toBe('a (3).txt');
    expect((await upload('photo.html', PNG)).body).toMatchObject({ name: 'photo.html.png', kind: 'png' });
  });

  it('finds a free name by two questions, however many have it', async () => {
    const { id } = (await upload('a.txt', 'one')).body;
    await db().admin.query(
      `insert into documents (workspace_id, id, name, name_key, kind, size, sha256, object_key, uploaded_by_name, created_at)
       select workspace_id, gen_random_uuid(), format('a (%s).txt', n), format('a (%s).txt', n), kind, size, sha256, object_key, '', now()
         from documents, generate_series(2, 3000) n where id = $1`,
      [id],
    );
    await withTenant(db().app, workspaceId(), async (tx) => {
      const select = vi.spyOn(tx, 'select');
      expect(await freeName(tx, null, 'new.txt')).toBe('new.txt');
      expect(select).toHaveBeenCalledTimes(1);
      expect(await freeName(tx, null, 'A.txt')).toMatch(/^A \(\d{2,6}\)\.txt$/);
      expect(select).toHaveBeenCalledTimes(3);
    });
  });

  it('keeps its bytes where only what follows the commit fails', async () => {
    const failing = await documentsApi(db(), {
      announce: () => {
        throw new Error('cut');
      },
    });
    expect((await failing.upload(userId(), 'a.txt', 'kept')).status).toBe(500);
    const [item] = (await failing.ask(userId(), 'GET', '/documents')).body.items;
    const got = await failing.ask(userId(), 'GET', `/documents/${item.id}/content`);
    expect([got.status, got.bytes.toString()]).toEqual([200, 'kept']);
    await failing.close();
  });

  it.each([
    ['a program', 'a.pdf', 'MZ\x00\x01', 415, 'document_type'],
    ['nothing', 'a.txt', '', 422, 'document_empty'],
    ['a file without a name', '', 'x', 400, 'validation_failed'],
    ['a file for a folder that is not there', 'a.txt', 'x', 404, 'not_found', newId()],
  ])('refuses %s and leaves nothing', async (_, name, bytes, status, code, folder?: string) => {
    const before = await api().files();
    const answer = await upload(name, bytes, folder);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await api().files()).toEqual(before);
    expect(await taken()).toBe(0);
    expect(await names('')).toEqual([]);
  });

  it('breaks off at the limit of a file, told beforehand or not', async () => {
    const before = await api().files();
    const told = await ask('POST', '/documents?name=a.txt', new Uint8Array(1), {
      'Content-Length': String(26 * 1024 * 1024),
    });
    expect(told.body.code).toBe('document_too_large');
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(97));
      },
    });
    const untold = await ask('POST', '/documents?name=a.txt', endless);
    expect([untold.status, untold.body.code]).toEqual([413, 'document_too_large']);
    expect(sent).toBeLessThan(30);
    expect(await api().files()).toEqual(before);
    expect(await taken()).toBe(0);
  });

  it('that breaks off leaves nothing that counts or lies around', async () => {
    const before = await api().files();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('half of it')),
      pull: (controller) => controller.error(new Error('connection reset')),
    });
    const answer = await ask('POST', '/documents?name=a.txt', broken);
    expect([answer.status, answer.body.code]).toEqual([400, 'upload_broken']);
    expect(await api().files()).toEqual(before);
    expect(await taken()).toBe(0);
    expect(await actions()).toEqual([]);
  });

  it('never takes more room than the plan has, however many come at once', async () => {
    await limitTo('starter');
    // All but three bytes of the gigabyte.
    await db().admin.query('insert into document_storage values ($1, $2)', [workspaceId(), 1024 ** 3 - 3]);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => upload(`${n}.txt`, 'xy')));
    const kept = answers.filter(({ status }) => status === 201);
    expect(kept).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect(body).toMatchObject({
        code: 'plan_limit',
        limit: 'documentBytes',
        lifted_by: 'pro',
        detail: expect.stringContaining('1 GB'),
      });
    expect(await taken()).toBe(1024 ** 3 - 1);
    expect((await names('')).length).toBe(1);
  });
});

describe('a download', () => {
  it('never runs anything: it is a download of a harmless type, without an origin', async () => {
    for (const [name, bytes, type] of [
      [
        'x.svg',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'application/octet-stream',
      ],
      ['x.html', '<html><script>alert(1)</script>', 'application/octet-stream'],
      ['x.csv', 'a,b\n<script>alert(1)</script>', 'text/plain; charset=utf-8'],
      ['x.json', '{}', 'text/plain; charset=utf-8'],
      ['x.png', PNG, 'image/png'],
    ] as const) {
      const { id } = (await upload(name, bytes)).body;
      const { headers } = await ask('GET', `/documents/${id}/content`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      );
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('is had in parts, and not again', async () => {
    const { id } = (await upload('a.txt', '0123456789')).body;
    const path = `/documents/${id}/content`;
    const part = await ask('GET', path, undefined, { Range: 'bytes=2-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(part.headers.get('content-length')).toBe('3');
    const none = await ask('GET', path, undefined, { Range: 'bytes=10-' });
    expect([none.status, none.body.code, none.body.size]).toEqual([416, 'range_not_satisfiable', 10]);
    const etag = part.headers.get('etag') ?? '';
    expect((await ask('GET', path, undefined, { 'If-None-Match': etag })).status).toBe(304);
    const changed = await ask('GET', path, undefined, { Range: 'bytes=2-4', 'If-Range': '"other"' });
    expect([changed.status, changed.bytes.toString()]).toEqual([200, '0123456789']);
    const head = await ask('HEAD', path);
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '10', 0]);
  });
});

describe('the list', () => {
  it('is paged by any order, without losing or doubling one, while others come', async () => {
    for (const n of [3, 1, 5, 2, 4]) await upload(`${n}.txt`, 'x'.repeat(n));
    for (const [sort, wanted] of [
      ['name', '1.txt 2.txt 3.txt 4.txt 5.txt'],
      ['largest', '5.txt 4.txt 3.txt 2.txt 1.txt'],
      ['oldest', '3.txt 1.txt 5.txt 2.txt 4.txt'],
      ['newest', '4.txt 2.txt 5.txt 1.txt 3.txt'],
    ] as const) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const path: string = `/documents?sort=${sort}&limit=2${cursor ? `&cursor=${cursor}` : ''}`;
        const page: { items: { name: string }[]; next: string | null } = (await ask('GET', path)).body;
        seen.push(...page.items.map((each) => each.name));
        cursor = page.next;
      }
      expect(seen.join(' ')).toBe(wanted);
    }
    const { next } = (await ask('GET', '/documents?sort=name&limit=2')).body;
    expect((await ask('GET', `/documents?sort=newest&cursor=${next}`)).status).toBe(400);
  });

  it('is searched by a part of the name, with signs that mean something elsewhere', async () => {
    for (const name of ['100%_sure.txt', 'Überblick.md', 'plain.txt']) await upload(name, 'x');
    expect(await names('q=%25_')).toEqual(['100%_sure.txt']);
    expect(await names('q=%C3%BCBER')).toEqual(['Überblick.md']);
    expect(await names("q='%22%5C")).toEqual([]);
  });

  it.each([
    ['sort=size', 'sort'],
    ['folder=nowhere', 'folder'],
    ['cursor=e30', 'cursor'],
    ['q=a%00b', 'q'],
    [
      `cursor=${Buffer.from(JSON.stringify(['name', 'a\0b', '01900000-0000-7000-8000-000000000001'])).toString('base64url')}`,
      'cursor',
    ],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
  ])('refuses %s with a sentence', async (query, field) => {
    const { status, body } = await ask('GET', `/documents?${query}`);
    expect([status, body.code, body.field]).toEqual([400, 'validation_failed', field]);
  });
});

describe('a document', () => {
  it('is renamed and moved, and what was done is written down', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    await upload('b.txt', 'x');
    const folder = (await ask('POST', '/folders', { name: 'F' })).body.id;
    await upload('c.txt', 'x', folder);
    expect((await ask('PATCH', `/documents/${id}`, { name: 'B.txt' })).body.code).toBe('name_taken');
    expect((await ask('PATCH', `/documents/${id}`, { name: 'A.txt' })).body.name).toBe('A.txt');
    expect((await ask('PATCH', `/documents/${id}`, { name: 'run.exe' })).body.name).toBe('run.exe.txt');
    expect((await ask('PATCH', `/documents/${id}`, { name: 'c.txt' })).body.name).toBe('c.txt');
    const moved = await ask('PATCH', `/documents/${id}`, { folderId: folder });
    expect(moved.body).toMatchObject({ folderId: folder, name: 'c (2).txt' });
    expect((await ask('PATCH', `/documents/${id}`, { folderId: newId() })).status).toBe(404);
    expect((await ask('PATCH', `/documents/${id}`, { name: ' / ' })).body.code).toBe('validation_failed');
    expect(await actions()).toEqual(
      expect.arrayContaining(['document.renamed c.txt', 'document.moved c (2).txt', 'folder.created F']),
    );
  });

  it('is deleted, brought back under a free name, deleted for good, and gives its room back', async () => {
    const { id } = (await upload('a.txt', 'four')).body;
    expect((await ask('POST', `/documents/${id}/erase`)).status).toBe(404);
    expect((await ask('DELETE', `/documents/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `/documents/${id}`)).status).toBe(404);
    expect((await ask('GET', `/documents/${id}/content`)).status).toBe(404);
    expect(await names('')).toEqual([]);
    expect((await ask('GET', '/documents/storage')).body).toMatchObject({ usedBytes: 4, deletedBytes: 4 });
    await upload('a.txt', 'new');
    expect((await ask('POST', `/documents/${id}/restore`)).body).toMatchObject({
      name: 'a (2).txt',
      deletedAt: null,
    });
    expect((await ask('POST', `/documents/${id}/restore`)).status).toBe(404);
    await ask('DELETE', `/documents/${id}`);
    expect((await ask('POST', `/documents/${id}/erase`)).status).toBe(204);
    expect((await ask('POST', `/documents/${id}/restore`)).status).toBe(404);
    // Exactly what the contract says of it, and nothing more.
    expect((await ask('GET', '/documents/storage')).body).toEqual({
      usedBytes: 3,
      deletedBytes: 0,
      limitBytes: 10 * 1024 ** 3,
      fileBytes: 25 * 1024 ** 2,
    });
  });

  it('is deleted once by two who do it at once', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const answers = await Promise.all([1, 2].map(() => ask('DELETE', `/documents/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await actions()).filter((each) => each.startsWith('document.deleted'))).toHaveLength(1);
  });
});

describe('a non-member', () => {
  it('finds nothing at any address, and changes nothing', async () => {
    const { id } = (await upload('a.txt', 'secret')).body;
    const folder = (await ask('POST', '/folders', { name: 'F' })).body.id;
    const { link } = (await ask('POST', `/documents/${id}/links`, { days: 1 })).body;
    const stranger = (await newWorkspace(db())).userId;
    const paths = ENDPOINTS.filter(({ group, path }) => group === 'Documents' && path.includes('{'));
    expect(paths.length).toBeGreaterThan(8);
    for (const { method, path } of paths) {
      const real = path.replace('{link}', link.id).replace('{id}', path.startsWith('/folders') ? folder : id);
      const body = method === 'patch' ? { name: 'mine' } : path.endsWith('/links') ? { days: 1 } : undefined;
      const answer = await api().ask(
        stranger,
        method.toUpperCase(),
        real,
        method === 'get' ? undefined : body,
      );
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await api().upload(stranger, 'x.txt', 'x', folder)).status).toBe(404);
    expect((await api().ask(stranger, 'GET', `/documents?folder=${folder}`)).body.items).toEqual([]);
    expect((await api().ask(stranger, 'GET', '/documents')).body.items).toEqual([]);
    expect(await names('')).toEqual(['a.txt']);
  });

  it('is limited by role: a viewer reads and changes nothing', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const viewer = await addMember(db(), workspaceId(), 'viewer');
    expect((await api().ask(viewer, 'GET', `/documents/${id}/content`)).bytes.toString()).toBe('x');
    expect((await api().upload(viewer, 'b.txt', 'x')).body.code).toBe('forbidden');
    expect((await api().ask(viewer, 'DELETE', `/documents/${id}`)).body.code).toBe('forbidden');
    const editor = await addMember(db(), workspaceId(), 'editor');
    expect((await api().upload(editor, 'b.txt', 'x')).status).toBe(201);
  });
});
