import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createErasure } from '#src/subscribers/erase.ts';
import { contactsWorld } from '#tests/support/contacts.ts';
import { addMember } from '#tests/support/workspace.ts';

const { add, ask, db, drop, email, open, start, userId, work, workspaceId } = contactsWorld();
beforeAll(open);
afterAll(drop);
beforeEach(start);

const consentsOf = async (id: string) => (await ask('GET', `/contacts/${id}/consents`)).body;
const ledger = async () =>
  (
    await db().admin.query<{ body: string }>(
      `select body from ledger_entries where workspace_id = $1 and kind = 'consent' order by sequence`,
      [workspaceId()],
    )
  ).rows.map(({ body }) => JSON.parse(body));

describe('a consent', () => {
  it('is kept with its time, wording and IP address, once, and in the ledger', async () => {
    const { id } = await add({
      name: 'Ada',
      addresses: [email('ada@readers.example'), email('ada@work.example')],
      consent: { at: '2026-01-15T09:30:00Z', wording: 'Send me alerts.', ip: '203.0.113.7' },
    });
    const given = {
      kind: 'given',
      brand: null,
      channel: 'email',
      source: 'team',
      wording: 'Send me alerts.',
      ip: '203.0.113.7',
      at: '2026-01-15T09:30:00.000Z',
    };
    expect(await consentsOf(id)).toMatchObject({ items: [given], unsubscribed: [] });
    // With a time, the addresses are confirmed. Nothing new is agreed to by saying so again.
    const again = await ask('PATCH', `/contacts/${id}`, { confirmed: true });
    expect(again.body.addresses).toMatchObject([{ confirmed: true }, { confirmed: true }]);
    expect((await consentsOf(id)).items).toHaveLength(1);
    expect(await ledger()).toMatchObject([{ kind: 'given', source: 'team', channel: 'email' }]);
  });

  it('comes with the change that confirms an address, and with each row of an upsert', async () => {
    const { id } = await add({ name: 'Ben', addresses: [email('ben@readers.example')] });
    expect((await consentsOf(id)).items).toEqual([]);
    await ask('PATCH', `/contacts/${id}`, { confirmed: true, consent: { wording: 'Yes.' } });
    expect((await consentsOf(id)).items).toMatchObject([{ source: 'team', wording: 'Yes.', ip: null }]);
    const rows = ['cy', 'dee'].map((name) => ({
      addresses: [email(`${name}@readers.example`)],
      confirmed: true,
      consent: { wording: 'Both.' },
    }));
    const { body } = await ask('POST', '/contacts/upsert', { contacts: rows });
    for (const item of body.items)
      expect((await consentsOf(item.id)).items).toMatchObject([{ wording: 'Both.' }]);
    expect((await ledger()).at(-1)).toMatchObject({ source: 'team', people: 2 });
  });

  it('is refused where it can’t be true', async () => {
    const refused = async (consent: object) =>
      (await ask('POST', '/contacts', { name: 'X', addresses: [email('x@readers.example')], consent })).body;
    expect((await refused({ at: 'yesterday' })).detail).toContain('isn’t a time');
    expect((await refused({ at: '2999-01-01' })).detail).toContain('in the future');
    expect((await refused({ ip: '1.2.3' })).detail).toContain('isn’t an IP address');
  });

  it('comes with a file: its columns first, then what was said for all of it', async () => {
    const file = `email,consent date,ip,consent text
ada@readers.example,2025-12-01 10:00,203.0.113.9,Own words
ben@readers.example,,,
cy@readers.example,not a day,,
`;
    const { body } = await ask('POST', '/contact-imports?file=readers.csv', file);
    expect(body.mapping).toEqual(['address:email', 'consent_at', 'consent_ip', 'consent_wording']);
    await ask('POST', `/contact-imports/${body.id}/check`, {
      mapping: body.mapping,
      options: { confirmed: true, onlyNew: false, tags: [], wording: 'Of the newsletter' },
    });
    await work();
    const checked = (await ask('GET', `/contact-imports/${body.id}`)).body;
    expect(checked.faults).toMatchObject([{ line: 4, column: 'consent date' }]);
    expect(await ledger()).toEqual([]);
    await ask('POST', `/contact-imports/${body.id}/start`);
    await work();
    const all = (await ask('GET', '/contacts?q=readers.example')).body.items;
    const consents = await Promise.all(all.map(({ id }: { id: string }) => consentsOf(id)));
    expect(consents.map(({ items }) => items)).toMatchObject([
      [{ source: 'import', wording: 'Of the newsletter', ip: null }],
      [{ source: 'import', wording: 'Own words', ip: '203.0.113.9', at: '2025-12-01T10:00:00.000Z' }],
    ]);
    expect(await ledger()).toMatchObject([{ source: 'import', people: 2 }]);
  });

  it('can’t be changed or deleted by the program', async () => {
    for (const change of [`update consents set wording = ''`, 'delete from consents'])
      await expect(db().app.$client.query(change)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the plan’s contacts', () => {
  const told = async (who = userId()) =>
    (
      await db().admin.query<{ kind: string }>(
        `select kind from notifications where workspace_id = $1 and user_id = $2 and kind like 'contacts_%' order by id`,
        [workspaceId(), who],
      )
    ).rows.map(({ kind }) => kind);

  it('are counted as they come and go, and their owners are told at 80 % and at 100 %, once each', async () => {
    const editor = await addMember(db(), workspaceId(), 'editor');
    const fill = async (count: number) => {
      await db().admin.query('update contact_counts set contacts = $2 where workspace_id = $1', [
        workspaceId(),
        count,
      ]);
    };
    const { id } = await add({ name: 'First' });
    expect((await ask('GET', '/contacts/summary')).body).toMatchObject({ total: 1, allowed: 25_000 });
    await ask('DELETE', `/contacts/${id}`);
    expect((await ask('GET', '/contacts/summary')).body.total).toBe(0);
    await fill(19_998);
    await add({ name: 'Below' });
    expect(await told()).toEqual([]);
    await add({ name: 'At' });
    expect(await told()).toEqual(['contacts_near']);
    await add({ name: 'Above' });
    expect(await told()).toEqual(['contacts_near']);
    await fill(24_999);
    await add({ name: 'Last' });
    expect((await ask('POST', '/contacts', { name: 'One too many' })).body.code).toBe('plan_limit');
    expect(await told()).toEqual(['contacts_near', 'contacts_full']);
    expect(await told(editor)).toEqual([]);
    // Far below it and back.
    await fill(100);
    await add({ name: 'Few' });
    await fill(19_999);
    await add({ name: 'Again' });
    expect(await told()).toEqual(['contacts_near', 'contacts_full', 'contacts_near']);
    // A merge and an erasure make room like a deletion.
    const again = [...(await told()), 'contacts_near'];
    const [into, from, gone] = [await add({ name: 'A' }), await add({ name: 'B' }), await add({ name: 'C' })];
    await fill(18_750);
    await ask('POST', `/contacts/${into.id}/merge`, { from: [from.id] });
    await fill(19_999);
    await add({ name: 'After the merge' });
    expect(await told()).toEqual(again);
    await fill(18_750);
    await createErasure({ app: db().app, clock: () => new Date() }).erase(
      { workspaceId: workspaceId(), actor: { kind: 'member', userId: userId(), name: 'Ada' } },
      gone.id,
    );
    await fill(19_999);
    await add({ name: 'After the erasure' });
    expect(await told()).toEqual([...again, 'contacts_near']);
  });

  it('have tags that are counted with them', async () => {
    const one = await add({ name: 'One', tags: ['a', 'b'] });
    const two = await add({ name: 'Two', tags: ['b'] });
    const tags = async () => (await ask('GET', '/contacts/summary')).body.tags;
    expect(await tags()).toEqual([
      { tag: 'b', contacts: 2 },
      { tag: 'a', contacts: 1 },
    ]);
    await ask('POST', '/contacts/tags', { ids: [one.id, two.id], add: ['c'], remove: ['a'] });
    await ask('DELETE', `/contacts/${two.id}`);
    expect(await tags()).toEqual([
      { tag: 'b', contacts: 1 },
      { tag: 'c', contacts: 1 },
    ]);
  });
});
