import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyCase } from '#src/ledger/case/verify-case.ts';
import { withTenant } from '#src/db/tenant.ts';
import { keepJson } from '#src/ledger/bytes.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { someLedger } from '#src/ledger/ledger.fixture.ts';
import { RECORD_HEAD } from '#src/ledger/search-file.ts';
import { ledgerKeepingSchema } from '#src/shared/ledger-keeping.ts';
import { recordPageSchema } from '#src/shared/ledger-search.ts';
import { ledgerPageSchema } from '#src/shared/ledger.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const ask = (userId: string, query: string): Promise<Response> =>
  Promise.resolve(
    testApi(db, {}).request(`/ledger?${query}`, { headers: { Authorization: `Bearer ${userId}` } }),
  );

const call = async (userId: string, method: string, path: string, body?: object) => {
  const answer = await testApi(db, {}).request(`/ledger${path}`, {
    method,
    headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it('shows owners and admins the ledger of their workspace, a page at a time', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const [first] = await someLedger(db, workspaceId, 3);
  await someLedger(db, other.workspaceId, 1);
  const page = async (query: string) => ledgerPageSchema.parse(await (await ask(userId, query)).json());

  const newest = await page('limit=4');
  expect(newest.items.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3]);
  expect(newest).toMatchObject({ next: 3, signed: { sequence: 6, hash: newest.items[0]?.hash } });
  const oldest = await page(`limit=4&before=${newest.next}`);
  expect(oldest.items.map(({ sequence }) => sequence)).toEqual([2, 1]);
  expect(oldest.next).toBeNull();
  expect(newest.items[3]?.previous).toBe(oldest.items[0]?.hash);

  const decisions = await page(`kind=decision&alert=${first?.alertId}`);
  expect(decisions.items).toMatchObject([
    { sequence: 1, subject: first?.alertId, body: { decision: 'approved', revision: first?.revision } },
  ]);
  for (const query of ['kind=gossip', 'before=-1', 'before=x', 'alert=x', 'limit=101'])
    expect((await ask(userId, query)).status).toBe(400);
  expect((await ask(await addMember(db, workspaceId, 'admin'), '')).status).toBe(200);
  for (const role of ['editor', 'approver', 'viewer'] as const)
    expect((await ask(await addMember(db, workspaceId, role), '')).status).toBe(403);
});

it('hands out a case file about an alert or a period, to owners and admins of the workspace', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const [first] = await someLedger(db, workspaceId, 2);
  const file = (token: string, query: string) =>
    Promise.resolve(
      testApi(db, {}).request(`/ledger/case-file?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
    );
  const checked = async (answer: Response) => {
    const bytes = Buffer.from(await answer.arrayBuffer());
    const source = (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length));
    return { bytes, report: await verifyCase(source, { trusted: ledgerSigner(TEST_KEY).publicKey }) };
  };
  const answer = await file(userId, `alert=${first?.alertId}&people=true`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="case-${first?.alertId}.zip"`);
  const about = await checked(answer);
  expect(about.report).toMatchObject({ entries: 2, deliveries: 6, rebuilt: 6, problems: [] });
  expect(about.bytes.toString('latin1')).toContain('reader1@x.example');
  const period = await checked(await file(userId, 'from=2026-11-23&to=2026-11-23'));
  expect(period.report).toMatchObject({ entries: 4, deliveries: 12, problems: [] });
  expect(period.bytes.toString('latin1')).not.toContain('reader1@x.example');
  const empty = await checked(await file(userId, 'from=2020-01-01&to=2020-01-02'));
  expect(empty.report).toMatchObject({ entries: 0, problems: [] });
  // Another workspace has no such alert, and the viewer no ledger.
  expect((await file(other.userId, `alert=${first?.alertId}`)).status).toBe(404);
  for (const role of ['editor', 'approver', 'viewer'] as const)
    expect((await file(await addMember(db, workspaceId, role), `alert=${first?.alertId}`)).status).toBe(403);
  for (const query of [
    '',
    'alert=x',
    'from=2026-01-01',
    `alert=${first?.alertId}&from=2026-01-01`,
    'from=x&to=y',
  ])
    expect((await file(userId, query)).status).toBe(400);
  const made = await db.admin.query(
    `select 1 from activity where workspace_id = $1 and action = 'ledger.case_made'`,
    [workspaceId],
  );
  expect(made.rowCount).toBe(3);
  // The search has the same rights.
  const search = (token: string, query = '') => call(token, 'GET', `/search${query}`);
  expect((await search(userId)).body).toEqual({ items: [], next: null });
  expect((await search(await addMember(db, workspaceId, 'viewer'))).status).toBe(403);
  for (const query of ['?brand=x', '?approver=x', '?from=x', '?limit=51', '?before=x'])
    expect((await search(userId, query)).status).toBe(400);
});

it('exports exactly what the search finds in this workspace, and records the export in the activity', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const until = new Date('2026-11-20T12:00:00Z');
  for (const each of [workspaceId, other.workspaceId])
    await fillWithAlerts(db.admin, { workspaceId: each, count: 30, until, rules: 2, symbols: 3 });
  const { rows } = await db.admin.query<{ id: string }>(
    'select id from alerts where workspace_id = $1 order by id desc',
    [workspaceId],
  );
  const who = { userId, name: '=Ada', email: 'ada@x.example', entity: null };
  for (const { id: alertId } of rows.slice(0, 25))
    await withTenant(db.app, workspaceId, async (tx) => {
      const bytes = [await keepJson(tx, { alertId }, 'application/json')];
      const made = { workspaceId, alertId, at: until, revision: 'a'.repeat(64), bytes, by: who };
      await recordDecision(tx, { ...made, decision: 'rejected', reason: 'Too late' });
    });
  const file = async (token: string, query: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await testApi(db, {}).request(`/ledger/search${query}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const found = recordPageSchema.parse(JSON.parse((await file(userId, '?q=SYM001&limit=50')).text));
  expect(found.items.length).toBeGreaterThan(3);
  expect(found.items[0]).toMatchObject({
    symbol: 'SYM001',
    decisions: [{ decision: 'rejected', by: '=Ada', person: userId, reason: 'Too late' }],
  });
  const json = await file(userId, '.json?q=SYM001');
  expect(JSON.parse(json.text)).toMatchObject({ search: { q: 'SYM001' }, items: found.items });
  const csv = await file(userId, '.csv?q=SYM001');
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="ledger-[\d-]+\.csv"$/);
  expect(csv.text.match(/^[0-9a-f-]{36},/gm)).toEqual(found.items.map(({ alert }) => `${alert},`));
  expect((await file(userId, '.csv')).text.match(/^[0-9a-f-]{36},/gm)).toHaveLength(25);
  // Another workspace exports none of it, not even by an approver's id. (Reading the file drops the byte order mark.)
  expect((await file(other.userId, '.csv')).text).toBe(RECORD_HEAD.slice(1));
  expect((await file(other.userId, `.csv?approver=${userId}`)).text).toBe(RECORD_HEAD.slice(1));
  // As an archive: their entries, and of the others in between nothing but hashes.
  const zipped = async (token: string, query: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await testApi(db, {}).request(`/ledger/search.zip?${query}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const source = (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length));
    const report = await verifyCase(source, { trusted: ledgerSigner(TEST_KEY).publicKey });
    return { text: bytes.toString('latin1'), report };
  };
  const zip = await zipped(userId, 'q=SYM001&people=true');
  expect(zip.report).toMatchObject({ entries: found.items.length, problems: [] });
  expect(zip.report.stubs).toBeGreaterThan(3);
  expect(zip.text).toContain(`Covers ${found.items.length} alerts that a search found.`);
  expect(zip.text.split(',rejected,').length - 1).toBe(found.items.length);
  expect(zip.text).toContain('ada@x.example');
  expect((await zipped(userId, 'q=SYM001')).text).not.toContain('ada@x.example');
  expect((await zipped(other.userId, 'q=SYM001&people=true')).report).toMatchObject({
    entries: 0,
    stubs: 0,
    problems: [],
  });
  for (const as of ['csv', 'zip'])
    expect((await file(await addMember(db, workspaceId, 'viewer'), `.${as}`)).status).toBe(403);
  expect((await file(userId, '.json?from=x')).status).toBe(400);
  await file(userId, '.csv?recipient=reader@x.example&symbol=SYM001');
  const { rows: activity } = await db.admin.query<{ subject: string; detail: object }>(
    `select subject, detail from activity where workspace_id = $1 and action = 'ledger.exported' order by at, id`,
    [workspaceId],
  );
  expect(activity.map(({ subject }) => subject)).toEqual([
    '“SYM001”',
    '“SYM001”',
    'everything',
    'SYM001, a recipient',
  ]);
  expect(activity[2]?.detail).toEqual({ alerts: 25 });
});

it('lets owners set the retention, hold, lift and prune, lets admins hold, and refuses all others', async () => {
  const { userId, workspaceId } = await newWorkspace(db);
  const other = await newWorkspace(db);
  const old = new Date(Date.now() - 1_200 * 86_400_000);
  await someLedger(db, workspaceId, 1, old);
  expect((await call(userId, 'GET', '/keeping')).body).toEqual({
    years: 6,
    entries: 2,
    oldest: old.toISOString(),
    operatorHold: false,
    holds: [],
    pruned: null,
  });
  for (const role of ['admin', 'editor', 'approver', 'viewer'] as const) {
    const member = await addMember(db, workspaceId, role);
    const asked = [
      await call(member, 'GET', '/keeping'),
      await call(member, 'POST', '/holds', { scope: 'ledger', reason: 'Inquiry' }),
      await call(member, 'PATCH', '/keeping', { years: 3 }),
      await call(member, 'POST', '/prune'),
    ].map(({ status }) => status);
    expect(asked).toEqual(role === 'admin' ? [200, 201, 403, 403] : [403, 403, 403, 403]);
  }
  expect((await call(userId, 'PATCH', '/keeping', { years: 4 })).status).toBe(400);
  expect((await call(userId, 'PATCH', '/keeping', { years: 3 })).body).toMatchObject({
    years: 3,
    holds: [{ scope: 'ledger', reason: 'Inquiry', lifted: null }],
  });
  // Somebody else's brand is none, and somebody else's hold isn't there.
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    other.workspaceId,
  ]);
  const strange = { scope: 'brand', target: rows[0]?.id, reason: 'x' };
  expect((await call(userId, 'POST', '/holds', strange)).status).toBe(404);
  expect((await call(userId, 'POST', '/holds', { scope: 'brand', reason: 'x' })).status).toBe(400);
  const refused = await call(userId, 'POST', '/prune');
  expect(refused).toMatchObject({ status: 409, body: { code: 'ledger_held' } });
  expect(JSON.stringify(refused.body)).toContain('A legal hold covers all entries old enough to prune.');
  const [hold] = ledgerKeepingSchema.parse((await call(userId, 'GET', '/keeping')).body).holds;
  const lift = `/holds/${hold?.id}/lift`;
  expect((await call(other.userId, 'POST', lift, { reason: 'x' })).status).toBe(404);
  expect((await call(userId, 'POST', lift, { reason: ' ' })).status).toBe(400);
  expect(await call(userId, 'POST', lift, { reason: 'It was closed' })).toMatchObject({
    status: 200,
    body: { lifted: { reason: 'It was closed' } },
  });
  expect((await call(userId, 'POST', lift, { reason: 'Again' })).body).toMatchObject({ code: 'hold_lifted' });
  expect((await call(userId, 'POST', '/prune')).body).toEqual({ entries: 2, through: 2, heldThrough: null });
  const after = ledgerKeepingSchema.parse((await call(userId, 'GET', '/keeping')).body);
  expect(after).toMatchObject({ years: 3, entries: 4, pruned: { through: 2 } });
  const activity = await db.admin.query<{ action: string }>(
    `select action from activity where workspace_id = $1 and action like 'ledger.%' order by at, id`,
    [workspaceId],
  );
  expect(activity.rows.map(({ action }) => action)).toEqual([
    'ledger.held',
    'ledger.retention_set',
    'ledger.released',
    'ledger.pruned',
  ]);
});
