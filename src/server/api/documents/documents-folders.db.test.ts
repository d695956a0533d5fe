import { describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { documentsWorld } from '#tests/support/documents.ts';

const { actions, ask, names, upload } = documentsWorld();

describe('folders', () => {
  const folder = async (name: string, parentId?: string) =>
    (await ask('POST', '/folders', { name, parentId: parentId ?? null })).body.id as string;

  it('are made, renamed, moved, and hold documents', async () => {
    const research = await folder('Research');
    const notes = await folder('Notes', research);
    await upload('a.txt', 'x', notes);
    await upload('b.txt', 'x');
    expect(await names(`folder=${notes}`)).toEqual(['a.txt']);
    expect(await names('folder=top')).toEqual(['b.txt']);
    expect(await names('')).toEqual(['a.txt', 'b.txt']);
    expect((await ask('GET', '/folders')).body.items).toEqual([
      { id: notes, parentId: research, name: 'Notes', documents: 1 },
      { id: research, parentId: null, name: 'Research', documents: 0 },
    ]);
    expect(
      (await ask('PATCH', `/folders/${notes}`, { name: 'Old notes', parentId: null })).body,
    ).toMatchObject({
      name: 'Old notes',
      parentId: null,
    });
    expect((await ask('POST', '/folders', { name: 'RESEARCH' })).body.code).toBe('name_taken');
    expect((await ask('POST', '/folders', { name: 'a/b' })).body.code).toBe('validation_failed');
    expect((await ask('POST', '/folders', { name: 'x', parentId: newId() })).status).toBe(404);
  });

  it('never lie in themselves, nor too deep', async () => {
    const a = await folder('a');
    const b = await folder('b', a);
    const c = await folder('c', b);
    expect((await ask('PATCH', `/folders/${a}`, { parentId: c })).body.code).toBe('validation_failed');
    expect((await ask('PATCH', `/folders/${a}`, { parentId: a })).body.code).toBe('validation_failed');
    let deepest = c;
    for (const name of ['d', 'e', 'f', 'g', 'h']) deepest = await folder(name, deepest);
    expect((await ask('POST', '/folders', { name: 'i', parentId: deepest })).body.code).toBe('folder_limit');
    const other = await folder('other');
    expect((await ask('PATCH', `/folders/${a}`, { parentId: other })).body.code).toBe('folder_limit');
  });

  it('are deleted when empty, or with everything in them when that is said', async () => {
    const a = await folder('a');
    const b = await folder('b', a);
    const { id } = (await upload('deep.txt', 'x', b)).body;
    const full = await ask('DELETE', `/folders/${a}`);
    expect([full.status, full.body.code, full.body.documents, full.body.folders]).toEqual([
      409,
      'folder_not_empty',
      1,
      1,
    ]);
    expect((await ask('DELETE', `/folders/${a}?contents=yes`)).status).toBe(204);
    expect((await ask('GET', '/folders')).body.items).toEqual([]);
    expect(await names('deleted=yes')).toEqual(['deep.txt']);
    expect((await ask('POST', `/documents/${id}/restore`)).body.folderId).toBeNull();
    const empty = await folder('empty');
    expect((await ask('DELETE', `/folders/${empty}`)).status).toBe(204);
    expect(await actions()).toContain('folder.deleted a');
  });
});
