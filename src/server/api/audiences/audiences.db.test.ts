import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { contactsWorld } from '#tests/support/contacts.ts';

const { add, ask, db, drop, email, open, start, workspaceId } = contactsWorld();
beforeAll(open);
afterAll(drop);
beforeEach(start);

const names = async (id: string) =>
  (await ask('GET', `/contacts?audience=${id}`)).body.items.map(({ name }: { name: string }) => name);

it('is a list, whose contacts are added and removed', async () => {
  const ada = await add({ name: 'Ada', addresses: [email('ada@readers.example')] });
  const ben = await add({ name: 'Ben' });
  const made = await ask('POST', '/audiences', { name: 'Desk' });
  expect(made).toMatchObject({ status: 201, body: { kind: 'list', filter: null, rules: [], contacts: 0 } });
  const { id } = made.body;
  const two = await ask('POST', `/audiences/${id}/contacts`, { add: [ada.id, ben.id, ada.id] });
  expect(two.body.contacts).toBe(2);
  expect(await names(id)).toEqual(['Ben', 'Ada']);
  expect((await ask('GET', `/contacts/${ada.id}`)).body.lists).toEqual([{ id, name: 'Desk' }]);
  await ask('POST', `/audiences/${id}/contacts`, { remove: [ben.id] });
  expect(await names(id)).toEqual(['Ada']);
  await ask('DELETE', `/contacts/${ada.id}`);
  expect((await ask('GET', `/audiences/${id}`)).body.contacts).toBe(0);
});

it('is a filter, counted before it is saved', async () => {
  await add({ name: 'Ada', tags: ['vip', 'symbol:spx'], language: 'en-GB' });
  await add({ name: 'Ben', tags: ['vip'], language: 'de' });
  const filter = { tags: { all: ['VIP'] }, languages: ['en'] };
  expect((await ask('POST', '/audiences/count', { filter })).body).toEqual({ contacts: 1 });
  const { id } = (await ask('POST', '/audiences', { name: 'English', filter })).body;
  expect(await names(id)).toEqual(['Ada']);
  const changed = await ask('PATCH', `/audiences/${id}`, { filter: { symbols: ['SPX'] } });
  expect(changed.body).toMatchObject({ name: 'English', contacts: 1, filter: { symbols: ['spx'] } });
  expect((await ask('POST', `/audiences/${id}/contacts`, { add: [] })).status).toBe(400);
});

it('keeps its name to itself, and Members as it is', async () => {
  await ask('POST', '/audiences', { name: 'Desk' });
  expect(await ask('POST', '/audiences', { name: 'DESK' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  });
  const { items } = (await ask('GET', '/audiences')).body;
  expect(items).toMatchObject([{ id: workspaceId(), name: 'Members', kind: 'members' }, { name: 'Desk' }]);
  expect((await ask('GET', `/audiences/${workspaceId()}`)).body.contacts).toBe(1);
  for (const [method, body] of [
    ['PATCH', { name: 'X' }],
    ['DELETE', undefined],
  ] as const)
    expect((await ask(method, `/audiences/${workspaceId()}`, body)).status).toBe(400);
});

it('can’t be deleted while a rule sends to it, and says which', async () => {
  const { id } = (await ask('POST', '/audiences', { name: 'Desk' })).body;
  const { rows } = await db().admin.query(
    `with route as (
       insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
       select r.workspace_id, gen_random_uuid(), r.id, 0, b.id, 'auto', now(), now()
         from rules r join brands b using (workspace_id) where r.workspace_id = $1 limit 1 returning *)
     insert into route_targets (workspace_id, id, route_id, audience_id)
     select workspace_id, gen_random_uuid(), id, $2 from route
     returning (select r.name from rules r, route where r.id = route.rule_id) as name`,
    [workspaceId(), id],
  );
  const refused = await ask('DELETE', `/audiences/${id}`);
  expect(refused).toMatchObject({ status: 409, body: { code: 'audience_in_use', rules: [rows[0].name] } });
  expect(refused.body.detail).toContain(`${rows[0].name} sends to “Desk”`);
  await db().admin.query('delete from route_targets where audience_id = $1', [id]);
  expect((await ask('DELETE', `/audiences/${id}`)).status).toBe(204);
  expect((await ask('POST', '/audiences', { name: 'Desk' })).status).toBe(201);
});

it('has an attention budget and grouping, and so have Members', async () => {
  const budget = { perHour: 5, perDay: null, timeZone: 'Europe/London' };
  const made = await ask('POST', '/audiences', { name: 'Desk', budget });
  expect(made).toMatchObject({ status: 201, body: { budget, groupMinutes: null } });
  const path = `/audiences/${made.body.id}`;
  expect((await ask('PATCH', path, { name: 'London' })).body).toMatchObject({ name: 'London', budget });
  expect((await ask('PATCH', path, { budget: null })).body.budget).toBeNull();
  for (const wrong of [
    { ...budget, perHour: null },
    { ...budget, perHour: 0 },
    { ...budget, timeZone: 'Mars' },
  ])
    expect((await ask('PATCH', path, { budget: wrong })).status).toBe(400);
  expect((await ask('PATCH', path, { groupMinutes: 15 })).body).toMatchObject({ groupMinutes: 15 });
  for (const wrong of [0, 1.5, 1441, '15'])
    expect((await ask('PATCH', path, { groupMinutes: wrong })).status).toBe(400);
  const members = await ask('PATCH', `/audiences/${workspaceId()}`, { budget, groupMinutes: 5 });
  expect(members).toMatchObject({ status: 200, body: { name: 'Members', budget, groupMinutes: 5 } });
});
