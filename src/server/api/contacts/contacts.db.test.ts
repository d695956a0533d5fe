import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactsWorld } from '#tests/support/contacts.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

const { add, ask, db, drop, email, open, start, workspaceId } = contactsWorld();
beforeAll(open);
afterAll(drop);
beforeEach(start);

const found = async (query: string): Promise<string[]> =>
  (await ask('GET', `/contacts?${query}`)).body.items.map(({ name }: { name: string }) => name);

describe('a contact', () => {
  it('come back without the consent that ended when they, or an address of theirs, were removed', async () => {
    const eve = email('eve@readers.example');
    const isConfirmed = async (id: string) =>
      (await ask('GET', `/contacts/${id}`)).body.addresses.map(
        (each: { confirmed: boolean }) => each.confirmed,
      );
    const { id } = await add({ name: 'Eve', addresses: [eve], confirmed: true });
    expect(await isConfirmed(id)).toEqual([true]);
    await ask('DELETE', `/contacts/${id}`);
    await add({ name: 'Eve', addresses: [eve] });
    expect(await isConfirmed(id)).toEqual([false]);
    await ask('PATCH', `/contacts/${id}`, { confirmed: true });
    for (const addresses of [[], [eve]]) await ask('PATCH', `/contacts/${id}`, { addresses });
    expect(await isConfirmed(id)).toEqual([false]);
    await ask('DELETE', `/contacts/${id}`);
    await ask('POST', '/contacts/upsert', { contacts: [{ addresses: [eve], confirmed: true }] });
    expect(await isConfirmed(id)).toEqual([true]);
    const { items } = (await ask('GET', `/contacts/${id}/consents`)).body;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['given', 'given', 'given']);
  });

  it('is added with a normalized address, found by the beginnings of its words, changed and deleted', async () => {
    const made = await ask('POST', '/contacts', {
      name: '  José   Núñez-Ortega ',
      addresses: [email(' Jose.Nunez@Readers.EXAMPLE ')],
      tags: ['VIP', 'symbol:SPX'],
      language: 'pt-br',
      country: 'br',
      timeZone: 'America/Sao_Paulo',
      externalId: 'crm-7',
      confirmed: true,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'José Núñez-Ortega',
      member: false,
      language: 'pt-BR',
      country: 'BR',
      tags: ['symbol:spx', 'vip'],
      addresses: [
        { channel: 'email', address: 'jose.nunez@readers.example', confirmed: true, suppressed: false },
      ],
    });
    for (const q of [
      'jose',
      'NUÑ',
      'ortega',
      'jos nun',
      'jose.nunez@readers',
      'readers.ex',
      'nunez',
      'crm-7',
    ])
      expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual(['José Núñez-Ortega']);
    for (const q of ['ose', 'jose xyz', 'example']) expect(await found(`q=${q}`), q).toEqual([]);
    expect(await found('tag=vip')).toEqual(['José Núñez-Ortega']);

    const { id } = made.body;
    const changed = await ask('PATCH', `/contacts/${id}`, {
      name: 'Jo',
      country: null,
      tags: ['trial'],
      addresses: [email('jo@readers.example')],
    });
    expect(changed.body).toMatchObject({ name: 'Jo', country: null, language: 'pt-BR', tags: ['trial'] });
    expect(changed.body.addresses).toMatchObject([{ address: 'jo@readers.example', confirmed: false }]);
    expect(await found('q=nunez')).toEqual([]);
    expect(await found('q=jo')).toEqual(['Jo']);

    expect((await ask('DELETE', `/contacts/${id}`)).status).toBe(204);
    expect((await ask('GET', `/contacts/${id}`)).status).toBe(404);
    expect(await found('q=jo')).toEqual([]);
    // Its address is free again, and with it the contact comes back, without what it had.
    const back = await ask('POST', '/contacts', { name: 'Joe', addresses: [email('jo@readers.example')] });
    expect(back.body).toMatchObject({ id, name: 'Joe', language: null, tags: [], externalId: null });
    // What was taken from it before stays its past.
    expect(back.body.addresses).toMatchObject([{ address: 'jo@readers.example' }]);
  });

  it('is refused with the reason, and with the contact that has its address', async () => {
    const { id } = await add({ name: 'Ada', addresses: [email('ada@readers.example')], externalId: 'a' });
    const again = await ask('POST', '/contacts', { addresses: [email('ADA@readers.example')] });
    expect(again).toMatchObject({ status: 409, body: { code: 'contact_exists', contact: id } });
    expect(await ask('POST', '/contacts', { name: 'Other', externalId: 'a' })).toMatchObject({
      status: 409,
      body: { contact: id },
    });
    for (const [form, field] of [
      [{ addresses: [email('no address')] }, 'addresses'],
      [{ addresses: [{ channel: 'pigeon', address: 'x@y.example' }] }, 'addresses'],
      [{ name: ' ' }, 'name'],
    ] as const)
      expect(await ask('POST', '/contacts', form)).toMatchObject({
        status: 400,
        body: { field },
      });
    for (const form of [
      { name: 'A', country: 'XX' },
      { name: 'A', language: 'english' },
      { name: 'A', timeZone: 'Mars/One' },
    ])
      expect((await ask('POST', '/contacts', form)).status).toBe(400);
  });

  it('is a member’s own where it is one: tagged here, deleted in the team', async () => {
    const [me] = (await ask('GET', '/contacts?q=ada')).body.items;
    expect(me).toMatchObject({ name: 'Ada Byron', member: true });
    expect((await ask('PATCH', `/contacts/${me.id}`, { tags: ['desk'] })).body.tags).toEqual(['desk']);
    expect((await ask('PATCH', `/contacts/${me.id}`, { name: 'X' })).status).toBe(400);
    expect((await ask('DELETE', `/contacts/${me.id}`)).body.detail).toContain('is a member');
  });

  it('is for roles that may, and for its own workspace', async () => {
    const { id } = await add({ name: 'Ada' });
    const stranger = (await newWorkspace(db())).userId;
    for (const [method, path, body] of [
      ['GET', `/contacts/${id}`, undefined],
      ['PATCH', `/contacts/${id}`, { name: 'X' }],
      ['DELETE', `/contacts/${id}`, undefined],
    ] as const)
      expect((await ask(method, path, body, stranger)).status).toBe(404);
    const viewer = await addMember(db(), workspaceId(), 'viewer');
    expect((await ask('GET', '/contacts', undefined, viewer)).status).toBe(403);
    const approver = await addMember(db(), workspaceId(), 'approver');
    expect((await ask('GET', '/contacts', undefined, approver)).status).toBe(200);
    expect((await ask('POST', '/contacts', { name: 'X' }, approver)).status).toBe(403);
  });

  it('takes in its duplicates, with their addresses, tags and what it lacks', async () => {
    const one = await add({ name: 'Grace Hopper', addresses: [email('grace@navy.example')], tags: ['a'] });
    const two = await add({
      name: 'GRACE HOPPER',
      addresses: [email('grace@home.example')],
      tags: ['b'],
      language: 'en',
      externalId: 'g',
    });
    expect((await ask('GET', `/contacts/${one.id}`)).body.sameName).toEqual([
      { id: two.id, name: 'GRACE HOPPER', address: 'grace@home.example' },
    ]);
    await db().admin.query(
      `insert into unsubscriptions (workspace_id, id, contact_id, topic, source, at)
       select $1, gen_random_uuid(), unnest($2::uuid[]), 'news', 'link', now()`,
      [workspaceId(), [one.id, two.id]],
    );
    await db().admin.query(
      `insert into unsubscriptions (workspace_id, id, contact_id, source, at) values ($1, gen_random_uuid(), $2, 'link', now())`,
      [workspaceId(), two.id],
    );
    const merged = await ask('POST', `/contacts/${one.id}/merge`, { from: [two.id] });
    expect(merged.body).toMatchObject({
      name: 'Grace Hopper',
      tags: ['a', 'b'],
      language: 'en',
      externalId: 'g',
    });
    expect(merged.body.addresses).toHaveLength(2);
    expect(merged.body.sameName).toEqual([]);
    expect(await found('q=grace@home')).toEqual(['Grace Hopper']);
    expect((await ask('GET', `/contacts/${two.id}`)).status).toBe(404);
    // Who has left stays away.
    const left = await db().admin.query(
      'select topic from unsubscriptions where contact_id = $1 order by topic',
      [one.id],
    );
    expect(left.rows).toEqual([{ topic: 'news' }, { topic: null }]);
  });

  it('has a history, which stays with a removed address and follows a merged duplicate', async () => {
    await fillWithAlerts(db().admin, { workspaceId: workspaceId(), count: 5, until: new Date() });
    const [reader] = (await ask('GET', '/contacts?q=filled')).body.items;
    const history = async (id: string, query = '') =>
      (await ask('GET', `/contacts/${id}/history?${query}`)).body;
    const first = await history(reader.id, 'limit=3');
    const rest = await history(reader.id, `limit=3&cursor=${first.next}`);
    expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 2, null]);
    expect(first.items[0]).toMatchObject({
      channel: 'email',
      address: 'filled@readers.example',
      title: expect.stringMatching(/SYM\d+/),
    });
    await ask('PATCH', `/contacts/${reader.id}`, { name: 'Filled', addresses: [] });
    expect((await history(reader.id)).items).toHaveLength(5);
    const other = await add({ name: 'Filled too' });
    await ask('POST', `/contacts/${other.id}/merge`, { from: [reader.id] });
    expect((await history(other.id)).items).toHaveLength(5);
  });
});

describe('many contacts', () => {
  it('are listed a page at a time, newest first', async () => {
    for (const name of ['A', 'B', 'C']) await add({ name });
    const first = (await ask('GET', '/contacts?limit=2')).body;
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['C', 'B']);
    const rest = (await ask('GET', `/contacts?limit=2&cursor=${first.next}`)).body;
    expect(rest).toMatchObject({ next: null, items: [{ name: 'A' }, { name: 'Ada Byron' }] });
    expect((await ask('GET', '/contacts?cursor=x')).status).toBe(400);
    expect((await ask('GET', '/contacts/summary')).body).toMatchObject({ total: 3, allowed: 25_000 });
  });

  it('are added and changed in bulk, each row with its own result', async () => {
    const ada = await add({ name: 'Ada', addresses: [email('ada@readers.example')], tags: ['vip'] });
    const rows = [
      { addresses: [email('Ada@readers.example')], tags: ['new'], language: 'en' },
      { externalId: 'b', name: 'Ben', addresses: [email('ben@readers.example')] },
      { externalId: 'b', addresses: [email('ben@work.example')] },
      { addresses: [email('nope')] },
      { name: 'Nobody' },
      { addresses: [email('ada@readers.example'), email('ben@work.example')] },
      { addresses: [email('ada@readers.example')] },
      { name: 'Cy', country: 'Germany', addresses: [email('cy@readers.example')] },
    ];
    const { status, body } = await ask('POST', '/contacts/upsert', { contacts: rows });
    expect(status).toBe(200);
    expect(
      body.items.map(({ outcome, problem }: { outcome: string; problem: { field: string } | null }) => [
        outcome,
        problem?.field ?? null,
      ]),
    ).toEqual([
      ['updated', null],
      ['created', null],
      ['updated', null],
      ['rejected', 'addresses'],
      ['rejected', 'addresses'],
      ['rejected', 'addresses'],
      ['unchanged', null],
      ['rejected', 'country'],
    ]);
    expect(body).toMatchObject({ created: 1, updated: 2, unchanged: 1, rejected: 4 });
    expect((await ask('GET', `/contacts/${ada.id}`)).body).toMatchObject({
      tags: ['new', 'vip'],
      language: 'en',
    });
    const [ben] = (await ask('GET', '/contacts?q=ben')).body.items;
    expect(ben).toMatchObject({ name: 'Ben', externalId: 'b' });
    expect(ben.addresses).toHaveLength(2);
  });

  it('are as many as the plan includes, also when two ask at once', async () => {
    await db().admin.query(`update subscriptions set plan_id = 'starter' where workspace_id = $1`, [
      workspaceId(),
    ]);
    await db().admin.query(
      `insert into contacts (workspace_id, id, name, created_at, updated_at)
       select $1, gen_random_uuid(), 'Reader ' || n, now(), now() from generate_series(1, 998) n`,
      [workspaceId()],
    );
    const [one, two] = await Promise.all(
      ['a', 'b'].map((name) =>
        ask('POST', '/contacts/upsert', {
          contacts: [1, 2].map((n) => ({ externalId: `${name}${n}`, name })),
        }),
      ),
    );
    expect((one?.body.created ?? 0) + (two?.body.created ?? 0)).toBe(2);
    expect(await ask('POST', '/contacts', { name: 'One more' })).toMatchObject({
      status: 402,
      body: { code: 'plan_limit', limit: 'contacts', used: 1000, lifted_by: 'pro' },
    });
  });

  it('are tagged and deleted together, members left out', async () => {
    const ids = [(await add({ name: 'A' })).id, (await add({ name: 'B' })).id];
    expect((await ask('POST', '/contacts/tags', { ids, add: ['x', 'y'] })).body).toEqual({ changed: 2 });
    await ask('POST', '/contacts/tags', { ids: ids.slice(1), remove: ['x'] });
    expect(await found('tag=x')).toEqual(['A']);
    expect((await ask('GET', '/contacts/summary')).body.tags).toEqual([
      { tag: 'y', contacts: 2 },
      { tag: 'x', contacts: 1 },
    ]);
    const [me] = (await ask('GET', '/contacts?q=ada')).body.items;
    expect((await ask('POST', '/contacts/delete', { ids: [...ids, me.id] })).body).toEqual({ changed: 2 });
    expect(await found('')).toEqual(['Ada Byron']);
  });

  it('are exported with formulas defused', async () => {
    await add({
      name: '=HYPERLINK("https://evil.example")',
      addresses: [email('eve@readers.example')],
      tags: ['-x', 'b'],
    });
    const { status, text } = await ask('GET', '/contacts/export?q=eve');
    expect(status).toBe(200);
    const [head, row] = text.split('\r\n');
    expect(head).toBe(
      'name,email,telegram,whatsapp,web-push,external_id,language,time_zone,country,tags,created_at',
    );
    expect(row).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.example""\)",eve@readers\.example,,,,,,,,'-x; b,/);
    expect((await ask('GET', '/contacts/export?audience=x')).status).toBe(400);
  });
});
