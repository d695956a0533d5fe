import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentsWorld } from '#tests/support/documents.ts';
import { addMember } from '#tests/support/workspace.ts';

const { actions, api, ask, db, upload, userId, workspaceId } = documentsWorld();

describe('a link', () => {
  const open = (path: string) => api().documents.openShared(path.replace('/shared/', ''));

  it('opens one document for anyone with the link, which is shown once and stored as a hash', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const made = await ask('POST', `/documents/${id}/links`, { days: 7 });
    expect(made.status).toBe(201);
    const { link, path } = made.body;
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * 86_400_000);
    expect((await open(path))?.document.id).toBe(id);
    const token = path.replace('/shared/', '');
    const { rows } = await db().admin.query('select token_hash from document_links where id = $1', [link.id]);
    expect(rows[0].token_hash.equals(createHash('sha256').update(token).digest())).toBe(true);
    const listed = await ask('GET', `/documents/${id}/links`);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect((await ask('GET', `/documents/${id}`)).body.links).toBe(1);
    expect((await ask('POST', `/documents/${id}/links`, { days: 365 })).body.code).toBe('validation_failed');
  });

  it('is made by nobody whose address is not confirmed, nor by a program of such people', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const unconfirm = (who: string) =>
      db().admin.query('update users set email_confirmed_at = null where id = $1', [who]);
    const colleague = await addMember(db(), workspaceId(), 'editor');
    const byProgram = () =>
      api().documents.share(
        { workspaceId: workspaceId(), actor: { kind: 'key', userId: null, name: 'a key' } },
        id,
        1,
      );
    await unconfirm(colleague);
    const refused = await api().ask(colleague, 'POST', `/documents/${id}/links`, { days: 1 });
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm_email_first']);
    expect((await byProgram()).path).toMatch(/^\/shared\//);
    await unconfirm(userId());
    expect((await ask('POST', `/documents/${id}/links`, { days: 1 })).body.code).toBe('confirm_email_first');
    await expect(byProgram()).rejects.toMatchObject({ code: 'confirm_email_first' });
    expect((await ask('GET', `/documents/${id}/links`)).body.items).toHaveLength(1);
  });

  it('is kept by nothing that answers a repeated request', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const share = () => ask('POST', `/documents/${id}/links`, { days: 1 }, { 'Idempotency-Key': id });
    expect((await share()).status).toBe(201);
    expect((await share()).body.code).toBe('idempotency_answer_not_kept');
    const { rows } = await db().admin.query(
      'select row_to_json(k)::text as text from idempotency_keys k where workspace_id = $1',
      [workspaceId()],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain('/shared/');
    expect((await ask('GET', `/documents/${id}/links`)).body.items).toHaveLength(1);
  });

  it('opens nothing once it is revoked, has expired or its document was deleted', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const { link, path } = (await ask('POST', `/documents/${id}/links`, { days: 1 })).body;
    await ask('DELETE', `/documents/${id}`);
    expect(await open(path)).toBeNull();
    // Open screens are told of the deletion and ask again: an empty list is a valid answer.
    expect((await ask('GET', `/documents/${id}/links`)).body).toEqual({ items: [] });
    await ask('POST', `/documents/${id}/restore`);
    expect(await open(path)).not.toBeNull();
    expect((await ask('DELETE', `/documents/${id}/links/${link.id}`)).status).toBe(204);
    expect(await open(path)).toBeNull();
    expect((await ask('DELETE', `/documents/${id}/links/${link.id}`)).status).toBe(404);
    const later = (await ask('POST', `/documents/${id}/links`, { days: 1 })).body;
    await db().admin.query(
      `update document_links set expires_at = now() - interval '1 second' where id = $1`,
      [later.link.id],
    );
    expect(await open(later.path)).toBeNull();
    expect(await open('/shared/nonsense')).toBeNull();
    expect(await open(`/shared/${'A'.repeat(43)}`)).toBeNull();
    expect((await ask('GET', `/documents/${id}/links`)).body.items).toEqual([]);
    expect(await actions()).toEqual(
      expect.arrayContaining(['document.shared a.txt', 'document.link_revoked a.txt']),
    );
  });

  it('is counted, and there are so many of one document and no more', async () => {
    const { id } = (await upload('a.txt', 'x')).body;
    const made = (await ask('POST', `/documents/${id}/links`, { days: 1 })).body;
    const shared = await open(made.path);
    await api().documents.noteUse(shared!, 'opens');
    await api().documents.noteUse(shared!, 'downloads');
    const [link] = (await ask('GET', `/documents/${id}/links`)).body.items;
    expect(link).toMatchObject({ opens: 1, downloads: 1, openedAt: expect.any(String) });
    for (let n = 1; n < 20; n += 1) await ask('POST', `/documents/${id}/links`, { days: 1 });
    expect((await ask('POST', `/documents/${id}/links`, { days: 1 })).body.code).toBe('link_limit');
  });
});
