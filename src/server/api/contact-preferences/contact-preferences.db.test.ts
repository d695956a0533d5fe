import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { brands } from '#src/db/schema.ts';
import { withTenant, readingOnly } from '#src/db/tenant.ts';
import { contactsWorld } from '#tests/support/contacts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const { add, ask, db, drop, email, open, start, workspaceId } = contactsWorld();
beforeAll(open);
afterAll(drop);
beforeEach(start);

const AT = new Date('2026-11-23T20:00:00Z');
const preferencesOf = async (id: string) => (await ask('GET', `/contacts/${id}/preferences`)).body.items;
const change = (id: string, form: object) => ask('PATCH', `/contacts/${id}/preferences`, form);
const ada = async (): Promise<string> =>
  (await add({ name: 'Ada', addresses: [email('ada@readers.example')], timeZone: 'Asia/Tokyo' })).id;
const addBrand = async (name: string): Promise<string> => {
  const id = newId();
  await withTenant(db().app, workspaceId(), (tx) =>
    tx.insert(brands).values({ workspaceId: workspaceId(), id, name, color: '#123456', createdAt: AT }),
  );
  return id;
};
const sql = async <T>(text: string): Promise<T[]> =>
  (await db().admin.query(text, [workspaceId()])).rows as T[];
const consentsOf = async (id: string) => (await ask('GET', `/contacts/${id}/consents`)).body;

it('reads what a person gets of each brand, and changes what is named', async () => {
  const id = await ada();
  await addBrand('Night Desk');
  const [first, second] = await preferencesOf(id);
  // The demo reads them, and may write nothing.
  expect(await readingOnly.run(true, () => preferencesOf(id))).toEqual([first, second]);
  expect(first).toMatchObject({
    channels: [{ channel: 'email', on: true }],
    symbols: { all: true },
    timeZone: 'Asia/Tokyo',
    quiet: null,
    cadence: 'instant',
  });
  const changed = await change(id, {
    brandId: first.brand.id,
    topics: ['news'],
    quiet: { from: '22:30', to: '07:00' },
    quietDays: [7, 6, 6],
    cadence: 'daily',
    language: 'de',
  });
  expect(changed.body).toMatchObject({
    quiet: { from: '22:30', to: '07:00' },
    quietDays: [6, 7],
    cadence: 'daily',
    digestHour: 8,
    tracking: true,
    language: 'de',
    timeZone: 'Asia/Tokyo',
  });
  expect(await preferencesOf(id)).toEqual([changed.body, second]);
  // As the person's own page: it is the same row, and the same topics left.
  expect(await sql('select quiet_from, quiet_to, cadence from preferences where workspace_id = $1')).toEqual([
    { quiet_from: 1350, quiet_to: 420, cadence: 'daily' },
  ]);
  const { unsubscribed } = await consentsOf(id);
  expect(unsubscribed).toHaveLength(8);
  expect(unsubscribed[0]).toMatchObject({ source: 'team', channel: null });
  const said = await sql<{ actor_kind: string; detail: object }>(
    `select actor_kind, subject, detail from activity where workspace_id = $1 and action = 'contact.preferences_changed'`,
  );
  expect(said).toMatchObject([
    {
      actor_kind: 'member',
      subject: 'Ada',
      detail: { changes: 'topics, language, quiet hours, days without alerts, frequency' },
    },
  ]);
});

it('takes the team’s own entry back, but subscribes nobody again who left without their consent', async () => {
  const id = await ada();
  const other = await addBrand('Night Desk');
  const brandId = (await preferencesOf(id))[0].brand.id;
  await change(id, { brandId, channels: [] });
  expect((await preferencesOf(id))[0].channels).toEqual([{ channel: 'email', on: false }]);
  expect((await change(id, { brandId, channels: ['email'] })).body.channels[0].on).toBe(true);

  // Everything, by the button of their email program.
  await withTenant(db().app, workspaceId(), (tx) =>
    leave(
      tx,
      { workspaceId: workspaceId(), contactId: id },
      { brandId: null, channel: null, topic: null, source: 'one_click', at: AT },
    ),
  );
  const refused = await change(id, { brandId, channels: ['email'] });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'validation_failed', field: 'consent' });
  expect((await preferencesOf(id))[0].channels[0].on).toBe(false);
  // What they left stays, whatever else is changed.
  await change(id, { brandId, cadence: 'hourly' });
  expect((await preferencesOf(id))[0].channels[0].on).toBe(false);

  const consent = { wording: 'Asked by phone for alerts again.' };
  const back = await change(id, { brandId, channels: ['email'], consent });
  expect(back.body.channels[0].on).toBe(true);
  const night = (await preferencesOf(id)).find((each: { brand: { id: string } }) => each.brand.id === other);
  expect(night.channels[0].on).toBe(false);
  expect((await consentsOf(id)).items[0]).toMatchObject({ kind: 'given', source: 'team', ...consent });
  const kept = await sql<{ body: string; text: string }>(
    `select e.body, convert_from(b.bytes, 'UTF8') as text from ledger_entries e
       join ledger_bytes b on b.workspace_id = e.workspace_id and encode(b.hash, 'hex') = e.body::json->>'wording'
      where e.workspace_id = $1 and e.kind = 'consent'`,
  );
  expect(kept).toMatchObject([{ text: consent.wording }]);
});

it('refuses what can’t be', async () => {
  const id = await ada();
  const brandId = (await preferencesOf(id))[0].brand.id;
  for (const [form, field] of [
    [{ brandId }, 'brandId'],
    [{ brandId, channels: ['sms'] }, 'channels'],
    [{ brandId, symbols: [newId()] }, 'symbols'],
  ] as const)
    expect((await change(id, form)).body).toMatchObject({ code: 'validation_failed', field });
  for (const [form, says] of [
    [{ symbols: [] }, 'Choose at least one symbol'],
    [{ quiet: { from: '22:00', to: '22:00' } }, 'an end that differs'],
    [{ quiet: { from: '9', to: '22:00' } }, 'like 22:00'],
    [{ quietDays: [0] }, 'from 1, Monday'],
    [{ quietDays: [1, 2, 3, 4, 5, 6, 7] }, 'at least one day'],
    [{ timeZone: 'Mars/Base' }, 'time zone'],
    [{ language: 'xx' }, 'language'],
  ] as const)
    expect((await change(id, { brandId, ...form })).body.detail).toContain(says);
  expect((await change(id, { brandId: newId(), cadence: 'daily' })).status).toBe(404);
  const stranger = await newWorkspace(db());
  expect((await ask('GET', `/contacts/${id}/preferences`, undefined, stranger.userId)).status).toBe(404);
  await ask('DELETE', `/contacts/${id}`);
  expect((await change(id, { brandId, cadence: 'daily' })).status).toBe(404);
});
