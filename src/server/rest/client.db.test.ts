import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEAD, type Person, restWorld, type RestWorld } from './test-support.ts';

// The published client against the tables, as the site and customers' programs use it.
let world: RestWorld;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  world = await restWorld();
  ada = await world.person();
  ben = await world.person();
});
afterAll(() => world.close());

describe('leads', () => {
  it('are left by anyone, with an empty answer', async () => {
    const before = (await world.leads()).length;
    const { data, error, status } = await world.client().from('leads').insert(LEAD);
    expect([data, error, status]).toEqual([null, null, 201]);
    const rows = await world.leads();
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject(LEAD);
    // A UUIDv7 and a time of our own.
    expect(rows.at(-1)!['id']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(Number.parseInt(String(rows.at(-1)!['id']).replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThan(
      Date.now() - 60_000,
    );
    expect(rows.at(-1)!['created_at']).toBeInstanceOf(Date);
  });

  it('are left by a signed-in person, and as a list', async () => {
    const before = (await world.leads()).length;
    expect((await ada.client.from('leads').insert(LEAD)).error).toBeNull();
    const { error, status } = await world
      .client()
      .from('leads')
      .insert([LEAD, { ...LEAD, company_name: 'Second' }]);
    expect([error, status]).toEqual([null, 201]);
    expect((await world.leads()).length).toBe(before + 3);
    expect((await world.client().from('leads').insert([])).status).toBe(201);
  });

  it('are left once by a request that names itself, however often it comes', async () => {
    const leave = (key: string, row: object = LEAD) =>
      world.call('/rest/v1/leads', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(row),
      });
    const statuses = async (...answers: Promise<Response>[]) =>
      (await Promise.all(answers)).map(({ status }) => status);
    const before = (await world.leads()).length;
    const more = async () => (await world.leads()).length - before;
    expect(await statuses(leave('one'), leave('one'), leave('one'))).toEqual([201, 201, 201]);
    expect(await more()).toBe(1);
    expect(await statuses(leave('two'), leave('one', { ...LEAD, company_name: 'Other words' }))).toEqual([
      201, 201,
    ]);
    expect(await more()).toBe(3);
    // What was refused has not come yet.
    expect(await statuses(leave('three', { ...LEAD, company_name: ' ' }))).toEqual([400]);
    expect(await statuses(leave('not a key'))).toEqual([400]);
    expect(await more()).toBe(3);
  });

  it.each([
    ['a volume', { message_volume: '4' }, '23514', 'leads_message_volume_check'],
    ['an answer', { branded_emails: 'Maybe' }, '23514', 'leads_branded_emails_check'],
    ['no platform', { platforms: [] }, '23514', 'leads_platforms_check'],
    ['a platform', { platforms: ['Email', 'Fax'] }, '23514', 'leads_platforms_check'],
    ['seven platforms', { platforms: Array(7).fill('Email') }, '23514', 'leads_platforms_check'],
    ['nested platforms', { platforms: [['Email'], ['Slack']] }, '23514', 'leads_platforms_check'],
    ['an empty platform', { platforms: [null] }, '23514', 'leads_platforms_check'],
    ['no address', { contact_email: 'nobody' }, '23514', 'leads_contact_email_check'],
    ['two addresses', { contact_email: 'a@x.example,b@y.example' }, '23514', 'leads_contact_email_check'],
    [
      'an address with a header',
      { contact_email: 'a@x.example\nBcc: b@y.example' },
      '23514',
      'leads_contact_email_check',
    ],
    ['a blank company', { company_name: '   ' }, '23514', 'leads_company_name_check'],
    ['a long company', { company_name: 'x'.repeat(201) }, '23514', 'leads_company_name_check'],
    ['a broken line', { company_name: 'a\r\nb' }, '23514', 'leads_company_name_check'],
  ])(
    'with %s that the form does not offer are refused by the database',
    async (_what, change, code, name) => {
      const before = (await world.leads()).length;
      const { error, status } = await world
        .client()
        .from('leads')
        .insert({ ...LEAD, ...change });
      expect([status, error?.code]).toEqual([400, code]);
      expect(error?.message).toBe(`new row for relation "leads" violates check constraint "${name}"`);
      expect((await world.leads()).length).toBe(before);
    },
  );

  it('with something missing, unknown or ours are refused with the right code', async () => {
    const { company_name: _left, ...missing } = LEAD;
    const { error, status } = await world.client().from('leads').insert(missing);
    expect([status, error?.code]).toEqual([400, '23502']);
    expect(error?.message).toBe(
      'null value in column "company_name" of relation "leads" violates not-null constraint',
    );
    const unknown = await world
      .client()
      .from('leads')
      .insert({ ...LEAD, consent: true });
    expect([unknown.status, unknown.error?.code, unknown.error?.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'consent' column of 'leads' in the schema cache",
    ]);
    for (const ours of [
      { id: '01900000-0000-7000-8000-000000000500' },
      { created_at: '2020-01-01T00:00:00Z' },
    ]) {
      const made = await world
        .client()
        .from('leads')
        .insert({ ...LEAD, ...ours });
      expect([made.status, made.error?.code]).toEqual([401, '42501']);
    }
    const wrong = await world
      .client()
      .from('leads')
      .insert({ ...LEAD, platforms: 'Email' });
    expect([wrong.status, wrong.error?.code]).toEqual([400, '22P02']);
  });

  it('are read, changed and removed by nobody', async () => {
    await world.client().from('leads').insert(LEAD);
    const before = await world.leads();
    const id = String(before[0]!['id']);
    for (const [client, status] of [
      [world.client(), 401],
      [ada.client, 403],
    ] as const) {
      const leads = () => client.from('leads');
      const answers = [
        await leads().select('*'),
        await leads().select('id').eq('id', id).maybeSingle(),
        await leads().insert(LEAD).select(),
        await leads().insert(LEAD).select('id').single(),
        await leads().upsert(LEAD),
        await leads().upsert(LEAD, { ignoreDuplicates: true, onConflict: 'id' }),
        await leads().update({ company_name: 'x' }).eq('id', id),
        await leads().delete().eq('id', id),
      ];
      for (const answer of answers) {
        expect(answer.data).toBeNull();
        expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([
          status,
          '42501',
          'permission denied for table leads',
        ]);
      }
      // A HEAD has no body that could say more.
      const head = await leads().select('*', { count: 'exact', head: true });
      expect([head.status, head.count]).toEqual([status, null]);
    }
    expect(await world.leads()).toEqual(before);
  });
});

describe('subscriptions', () => {
  it('are seen by their own person, with all columns or some', async () => {
    const all = await ada.client.from('subscriptions').select('*').eq('user_id', ada.id).limit(1);
    expect(all.error).toBeNull();
    expect(all.data).toHaveLength(1);
    expect(all.data![0]).toMatchObject({
      user_id: ada.id,
      plan: 'Pro Plan',
      status: 'Trial',
      plan_id: 'pro',
    });
    expect(all.data![0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const some = await ada.client.from('subscriptions').select('plan, state:status').single();
    expect(some.data).toEqual({ plan: 'Pro Plan', state: 'Trial' });
    expect((await ada.client.from('subscriptions').select('plan')).data).toEqual([{ plan: 'Pro Plan' }]);
  });

  it('return the documented columns only, and no payment columns even if named in the query', async () => {
    const { data } = await ada.client.from('subscriptions').select('*').single();
    const offered = 'workspace_id id user_id plan_id plan status trial_ends_at created_at updated_at'.split(
      ' ',
    );
    expect(Object.keys(data)).toEqual(offered);
    // The database's own answer, whatever this surface lets through.
    const { rows } = await world.auth.database.admin.query<{ column_name: string }>(
      `select attname::text as column_name from pg_attribute
        where attrelid = 'subscriptions'::regclass and attnum > 0 and not attisdropped
          and has_column_privilege('bellwire_authenticated', attrelid, attnum, 'select') order by attname`,
    );
    expect(rows.map((row) => row.column_name)).toEqual(offered.toSorted());
  });

  it('begin with the workspace a person signed up with, not one taken over later', async () => {
    const { admin } = world.auth.database;
    const older = await world.person();
    const heir = await world.person();
    const own = await heir.client.from('subscriptions').select('workspace_id').single();
    await admin.query('update subscriptions set user_id = $2 where user_id = $1', [older.id, heir.id]);
    // Written anew, so that the order is not by chance the one they lie in.
    for (const holder of [null, heir.id])
      await admin.query('update subscriptions set user_id = $2 where workspace_id = $1', [
        own.data!.workspace_id,
        holder,
      ]);
    const rows = () => heir.client.from('subscriptions').select('*').eq('user_id', heir.id);
    expect((await rows()).data).toHaveLength(2);
    expect((await rows().limit(1)).data).toMatchObject([own.data]);
  });

  it('are none for whoever has no workspace of their own, without an error', async () => {
    const invited = await world.person();
    await world.auth.database.admin.query('delete from subscriptions where user_id = $1', [invited.id]);
    const own = () => invited.client.from('subscriptions').select('*').eq('user_id', invited.id);
    expect(await own().limit(1)).toMatchObject({ data: [], error: null, status: 200 });
    expect(await own().limit(1).maybeSingle()).toMatchObject({ data: null, error: null });
  });

  it('of others are not there', async () => {
    const others = await ada.client.from('subscriptions').select('*').eq('user_id', ben.id);
    expect([others.data, others.error, others.status]).toEqual([[], null, 200]);
    expect((await ada.client.from('subscriptions').select('*').neq('user_id', ada.id)).data).toEqual([]);
    expect((await ada.client.from('subscriptions').select('user_id')).data).toEqual([{ user_id: ada.id }]);
  });

  it('are for signed-in people only, and for reading only', async () => {
    const anon = await world.client().from('subscriptions').select('*');
    expect([anon.status, anon.error?.code, anon.error?.message]).toEqual([
      401,
      '42501',
      'permission denied for table subscriptions',
    ]);
    const own = ada.client.from('subscriptions');
    for (const answer of [
      await own.insert({ plan: 'Enterprise', user_id: ada.id }),
      await own.update({ plan: 'Enterprise' }).eq('user_id', ada.id),
      await own.upsert({ plan: 'Enterprise', user_id: ada.id }),
      await own.delete().eq('user_id', ada.id),
    ]) {
      expect([answer.status, answer.error?.code]).toEqual([403, '42501']);
    }
    expect((await own.select('plan').single()).data).toEqual({ plan: 'Pro Plan' });
  });

  it('answer single, maybeSingle and count as the client asks', async () => {
    const nobody = '01900000-0000-7000-8000-000000000500';
    const own = () => ada.client.from('subscriptions');
    const single = await own().select('*').eq('id', nobody).single();
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116']);
    expect(single.error).toMatchObject({
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
    const maybe = await own().select('*').eq('id', nobody).maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    expect((await own().select('plan').eq('user_id', ada.id).maybeSingle()).data).toEqual({
      plan: 'Pro Plan',
    });
    const head = await own().select('*', { count: 'exact', head: true });
    expect([head.count, head.data, head.status]).toEqual([1, null, 200]);
    const counted = await own().select('plan', { count: 'exact' }).range(0, 9);
    expect([counted.count, counted.data]).toEqual([1, [{ plan: 'Pro Plan' }]]);
    const beyond = await own().select('plan', { count: 'exact' }).range(5, 9);
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103']);
    const none = await own().select('plan', { count: 'exact' }).limit(0);
    expect([none.status, none.count, none.data]).toEqual([206, 1, []]);
  });

  it('take the usual filters and orders', async () => {
    const own = () => ada.client.from('subscriptions').select('plan');
    const one = [{ plan: 'Pro Plan' }];
    expect((await own().order('created_at', { ascending: false, nullsFirst: false })).data).toEqual(one);
    expect((await own().order('plan').order('id')).data).toEqual(one);
    expect((await own().in('plan', ['Pro Plan', 'a,b', '"x"'])).data).toEqual(one);
    expect((await own().in('plan', [])).data).toEqual([]);
    expect((await own().like('plan', 'Pro%')).data).toEqual(one);
    expect((await own().ilike('plan', '*plan')).data).toEqual(one);
    expect((await own().not('plan', 'eq', 'Pro Plan')).data).toEqual([]);
    expect((await own().is('trial_ends_at', null)).data).toEqual([]);
    expect((await own().not('trial_ends_at', 'is', null)).data).toEqual(one);
    expect(
      (await own().gt('trial_ends_at', new Date().toISOString()).lte('created_at', '2999-01-01')).data,
    ).toEqual(one);
    expect((await own().eq('plan', "x' or '1'='1")).data).toEqual([]);
    expect((await own().match({ plan: 'Pro Plan', status: 'Trial' })).data).toEqual(one);
  });

  it('are refused to a session that has ended', async () => {
    const eve = await world.person();
    expect((await eve.client.from('subscriptions').select('plan')).error).toBeNull();
    await eve.client.auth.signOut({ scope: 'global' });
    // A living session is remembered for five seconds.
    world.auth.later(6_000);
    const answer = await world.call('/rest/v1/subscriptions?select=plan', {
      headers: { Authorization: `Bearer ${eve.token}` },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'PGRST303']);
    world.auth.later(-6_000);
  });
});
