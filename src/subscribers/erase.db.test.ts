import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { leave, leftBy } from '#src/db/queries/unsubscriptions.ts';
import { addresses, consents, contacts, contactTags } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { type ImportJob, runImport } from '#src/people/import/run.ts';
import { createPeople } from '#src/people/people.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createContactPreferences } from './contact-preferences.ts';
import { createErasure } from './erase.ts';

let db: TestDatabase;
const now = new Date();
const NAME = 'Wilhelmina Quist';
const ADDRESS = 'w.quist+alerts@reader.example';
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const inTenant = <T>(workspaceId: string, work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(db.app, workspaceId, work);
const erasure = () => createErasure({ app: db.app, clock: () => now });

async function newReader(workspaceId: string, address: string) {
  const [contactId, addressId] = [newId(), newId()];
  const stamps = { createdAt: now, updatedAt: now };
  await inTenant(workspaceId, async (tx) => {
    await tx
      .insert(contacts)
      .values({ workspaceId, id: contactId, name: NAME, externalId: newId(), ...stamps });
    const row = {
      workspaceId,
      id: addressId,
      contactId,
      channel: 'email',
      address,
      confirmedAt: now,
      ...stamps,
    };
    await tx.insert(addresses).values(row);
    await tx.insert(contactTags).values({ workspaceId, contactId, tag: 'vip' });
  });
  return { contactId, addressId };
}

/** A delivery as the record has it; of its alert nothing matters here. */
async function delivered(
  workspaceId: string,
  reader: { contactId: string; addressId: string },
): Promise<string> {
  const [id, alertId] = [newId(), newId()];
  const said = `The mail server answered: 550 <${ADDRESS.toUpperCase()}> unknown`;
  await db.admin.query(`set session_replication_role = replica`);
  await db.admin.query(
    `insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id, contact_id,
       state, reason, created_at, updated_at)
     values ($1, $2, '2026-11-01', $3, gen_random_uuid(), gen_random_uuid(), 'email', $4, $5, 'rejected', $6, now(), now())`,
    [workspaceId, id, alertId, reader.addressId, reader.contactId, said],
  );
  await db.admin.query(
    `insert into attempts (workspace_id, id, event_month, alert_id, delivery_id, n, outcome, detail, started_at, finished_at)
     values ($1, gen_random_uuid(), '2026-11-01', $2, $3, 1, 'rejected', $4, now(), now())`,
    [workspaceId, alertId, id, said],
  );
  await db.admin.query(`set session_replication_role = default`);
  return id;
}

async function brandOf(workspaceId: string): Promise<string> {
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    workspaceId,
  ]);
  return rows[0]!.id;
}

/** Every table of the database in which a text is found: jobs in the queue, too. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await db.admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await db.admin.query(
      `select 1 from ${name} t where position(lower($1) in lower(t::text)) > 0 limit 1`,
      [text],
    );
    if (hit.rowCount) found.push(name);
  }
  return found;
}

it('leaves nothing that identifies the person anywhere, and the record of what was sent', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const by = { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada' } };
  const reader = await newReader(workspaceId, ADDRESS);
  const deliveryId = await delivered(workspaceId, reader);
  const person = { workspaceId, contactId: reader.contactId };
  await inTenant(workspaceId, async (tx) => {
    await tx
      .insert(consents)
      .values({ ...person, id: newId(), kind: 'given', source: 'form', ip: '203.0.113.77', at: now });
    await leave(tx, person, { brandId: null, channel: null, topic: null, source: 'link', at: now });
    const reached = { workspaceId, channel: 'email', address: ADDRESS } as const;
    await suppressAddress(tx, reached, {
      cause: 'hard_bounce',
      detail: `550 <${ADDRESS}>`,
      source: 'reply',
      at: now,
    });
    await recordActivity(tx, { ...by, action: 'contact.created', subject: NAME, at: now });
  });
  expect((await tablesWith(ADDRESS)).length).toBeGreaterThan(3);

  // A file with the person in it, and one that waits to be imported.
  await db.admin.query(
    `insert into contact_imports (workspace_id, id, file_name, body, header, sample, delimiter, mapping, options, state, rows, created_at, updated_at)
     select $1, id, 'readers.csv', case state when 'checked' then $2 end, '[]', jsonb_build_array(jsonb_build_array($2::text)), ',',
            '{}', '{}', state, 1, now(), now()
       from (values ($3::uuid, 'imported'), (gen_random_uuid(), 'checked')) v (id, state)`,
    [workspaceId, ADDRESS, reader.addressId],
  );
  await db.admin.query(
    `insert into contact_import_changes (workspace_id, import_id, contact_id, kind, after)
     values ($1, $2, $3, 'changed', jsonb_build_object('name', $4::text))`,
    [workspaceId, reader.addressId, reader.contactId, NAME],
  );
  for (let n = 0; n < 2; n += 1) await erasure().erase(by, reader.contactId);

  for (const text of [ADDRESS, NAME, 'quist', '203.0.113.77'])
    expect(await tablesWith(text), text).toEqual([]);
  const { rows } = await db.admin.query('select state, reason from deliveries where id = $1', [deliveryId]);
  expect(rows).toEqual([{ state: 'rejected', reason: 'The mail server answered: 550 <…> unknown' }]);
  expect(await inTenant(workspaceId, (tx) => leftBy(tx, person))).toHaveLength(1);
  // An import doesn't bring the person back.
  const again = await newReader(workspaceId, ADDRESS);
  const { rows: back } = await db.admin.query('select suppressed_at from addresses where id = $1', [
    again.addressId,
  ]);
  expect(back[0].suppressed_at).not.toBeNull();
});

it('leaves no former name or address in logs, files and stored answers either', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const by = { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada' } };
  const deps = { app: db.app, clock: () => now, addressForms };
  const jobs: ImportJob[] = [];
  const people = createPeople({ ...deps, enqueue: async (_tx, job) => void jobs.push(job) });
  const contactPreferences = createContactPreferences(deps);
  const api = testApi(db, { people, contactPreferences }) as unknown as Hono;
  const ask = async (method: string, path: string, body: object | string) => {
    const answer = await api.request(path, {
      method,
      headers: {
        Authorization: `Bearer ${userId}`,
        'Content-Type': typeof body === 'string' ? 'application/octet-stream' : 'application/json',
        ...(method === 'POST' && typeof body !== 'string' ? { 'Idempotency-Key': newId() } : {}),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.status === 204 ? null : answer.json();
  };
  const at = (address: string) => ({ channel: 'email', address: `${address}@zzyx.example` });
  // Everything that a team does with a contact and a file, under three names and four addresses.
  const { id } = await ask('POST', '/contacts', {
    name: 'Wanda Zzyx',
    externalId: 'crm-zzyx',
    addresses: [at('one')],
    confirmed: true,
  });
  await ask('PATCH', `/contacts/${id}`, { name: 'Zzyx Married', addresses: [at('two')] });
  await ask('PATCH', `/contacts/${id}/preferences`, {
    brandId: await brandOf(workspaceId),
    cadence: 'hourly',
  });
  await ask('POST', '/contacts/upsert', { contacts: [{ name: 'Dr Zzyx', addresses: [at('three')] }] });
  const { rows: made } = await db.admin.query(`select contact_id as id from addresses where address = $1`, [
    'three@zzyx.example',
  ]);
  await ask('POST', `/contacts/${id}/merge`, { from: [made[0].id] });
  await ask('POST', '/suppressions', { ...at('two'), reason: 'Ms Zzyx called' });
  const file = await ask(
    'POST',
    '/contact-imports?file=readers.csv',
    'Zzyx Married,four@zzyx.example\nWanda Zzyx,two@zzyx.example\n',
  );
  await ask('POST', `/contact-imports/${file.id}/check`, {
    mapping: ['name', 'address:email'],
    options: { confirmed: true, onlyNew: false, tags: [] },
  });
  for (const job of jobs.splice(0)) await runImport(deps, job);
  await ask('POST', `/contact-imports/${file.id}/start`, {});
  for (const job of jobs.splice(0)) await runImport(deps, job);
  expect((await tablesWith('zzyx')).length).toBeGreaterThan(5);

  await erasure().erase(by, id);
  const { rows: left } = await db.admin.query(
    `select action, subject, detail from activity where workspace_id = $1 and action ~ '^(contact|suppression)[.]' order by id`,
    [workspaceId],
  );
  expect(await tablesWith('zzyx')).toEqual([]);
  expect(left.map(({ action, subject }) => [action, subject])).toEqual([
    ...['created', 'changed', 'preferences_changed', 'merged'].map((what) => [
      `contact.${what}`,
      'an erased person',
    ]),
    ['suppression.added', 'an erased person'],
    ['contact.erased', 'a contact'],
  ]);
});

it('leaves a namesake’s log entries and unrelated stored answers as they are', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const by = { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada' } };
  const person = await newReader(workspaceId, 'first@reader.example');
  const namesake = await newReader(workspaceId, 'second@reader.example');
  await db.admin.query(`update contacts set external_id = 'email' where id = $1`, [person.contactId]);
  await inTenant(workspaceId, async (tx) => {
    const entry = { ...by, action: 'contact.created', subject: NAME, at: now } as const;
    await recordActivity(tx, { ...entry, contactId: namesake.contactId });
    await recordActivity(tx, { ...entry, contactId: person.contactId });
    await recordActivity(tx, entry);
  });
  const answers = [
    ['/contacts', { items: [{ id: person.contactId }] }],
    ['/contacts', { items: [{ name: NAME }] }],
    ['/contact-imports/{id}/check', { sample: [['email', 'en']] }],
    ['/rules', { name: 'Gap', channels: ['email'] }],
    ['/contacts', { id: namesake.contactId, addresses: [{ channel: 'email' }] }],
  ] as const;
  for (const [at, [route, body]] of answers.entries())
    await db.admin.query(
      `insert into idempotency_keys (workspace_id, actor, route, key_hash, request_hash, claim, claimed_at, status, body)
       values ($1, $2, $3, sha256('a'), sha256('a'), gen_random_uuid(), now(), 201, $4)`,
      [workspaceId, `session ${at}`, route, JSON.stringify(body)],
    );
  await erasure().erase(by, person.contactId);
  const { rows: log } = await db.admin.query(
    `select subject from activity where workspace_id = $1 and action = 'contact.created' order by id`,
    [workspaceId],
  );
  expect(log.map(({ subject }) => subject)).toEqual([NAME, 'an erased person', 'an erased person']);
  const { rows: kept } = await db.admin.query(
    `select body is not null as kept from idempotency_keys where workspace_id = $1 order by actor`,
    [workspaceId],
  );
  expect(kept.map((row) => row.kept)).toEqual([false, false, false, true, true]);
});

it('erases no member, and nobody of another workspace', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const by = { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada' } };
  const [member] = await inTenant(workspaceId, (tx) => tx.select().from(contacts));
  await expect(erasure().erase(by, member!.id)).rejects.toThrow('Remove them from the team first');
  const theirs = await newReader(other.workspaceId, 'their@reader.example');
  await expect(erasure().erase(by, theirs.contactId)).rejects.toMatchObject({ code: 'not_found' });
});

it('keeps what was left with an address that an import gives to another contact', async () => {
  const { workspaceId } = await newWorkspace(db);
  const [one, other] = [
    await newReader(workspaceId, 'one@reader.example'),
    await newReader(workspaceId, 'two@reader.example'),
  ];
  await inTenant(workspaceId, async (tx) => {
    const left = { brandId: null, channel: 'email', topic: null, source: 'link', at: now } as const;
    await leave(tx, { workspaceId, contactId: one.contactId }, left);
    // Removed from its contact, and held by a deleted one.
    const holder = newId();
    await tx.execute(sql`insert into contacts (workspace_id, id, created_at, updated_at, deleted_at, merged_into)
      values (${workspaceId}::uuid, ${holder}::uuid, now(), now(), now(), ${one.contactId}::uuid)`);
    await tx.execute(
      sql`update addresses set contact_id = ${holder}::uuid where id = ${one.addressId}::uuid`,
    );
    expect(await leftBy(tx, { workspaceId, contactId: holder })).toEqual([]);
    await tx.execute(
      sql`update addresses set contact_id = ${other.contactId}::uuid where id = ${one.addressId}::uuid`,
    );
    expect(await leftBy(tx, { workspaceId, contactId: other.contactId })).toMatchObject([
      { channel: 'email' },
    ]);
  });
});
