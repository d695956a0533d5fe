import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { writeCase } from '#src/ledger/case/case-file.ts';
import { readLedger } from '#src/ledger/from-database.ts';
import { chain, signer } from '#src/ledger/ledger.fixture.ts';
import { erasePerson } from '#src/ledger/people.ts';
import { openSealed } from '#src/ledger/pseudonym.ts';
import { COMMENT } from '#src/shared/comments.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
let home: { workspaceId: string; userId: string };
let grace: string;
let alertId: string;
let now = new Date();
beforeAll(async () => {
  db = await testDatabase();
  home = await newWorkspace(db);
  grace = await person('Grace', 'viewer');
  const rule = await starterRule(db, home.workspaceId);
  const made = await withTenant(db.app, home.workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  alertId = made ?? '';
});
afterAll(() => db.drop());

async function person(name: string, role: 'viewer' | 'editor'): Promise<string> {
  const id = await addMember(db, home.workspaceId, role);
  await db.admin.query(
    `update users set user_metadata = jsonb_build_object('first_name', $2::text) where id = $1`,
    [id, name],
  );
  return id;
}

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const at = () => `/alerts/${alertId}/comments`;
const write = (who: string, text: string) => ask(who, 'POST', at(), { text });
const items = async () => (await ask(home.userId, 'GET', at())).body.items;
const entries = async () =>
  (
    await db.admin.query<{ body: string }>(
      `select body from ledger_entries where workspace_id = $1 and kind = 'comment' order by sequence`,
      [home.workspaceId],
    )
  ).rows.map(({ body }) => JSON.parse(body));

it('mentions members by id, tells them once, and shows hostile text as it is', async () => {
  const hostile = '<img src=x onerror=alert(1)> {{name}} @{nobody}';
  const made = await write(grace, `@{${home.userId}} @{${home.userId}} @{${grace}} ${hostile}`);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const ada = { mention: { userId: home.userId, name: expect.any(String) } };
  expect(made.body).toMatchObject({
    author: { userId: grace, name: 'Grace' },
    parts: [ada, { text: ' ' }, ada, { text: ' ' }, { mention: { name: 'Grace' } }, { text: ` ${hostile}` }],
  });
  const { rows } = await db.admin.query(
    `select user_id, title, text, link from notifications where workspace_id = $1 and kind = 'mentioned'`,
    [home.workspaceId],
  );
  expect(rows).toEqual([
    {
      user_id: home.userId,
      title: 'Grace mentioned you',
      text: expect.stringContaining(hostile),
      link: `/alerts/${alertId}#comments`,
    },
  ]);
});

it('is on the ledger, with the text where only its author’s key opens it', async () => {
  const [entry] = await entries();
  expect(entry).toMatchObject({ act: 'written', about: { brand: expect.any(String) } });
  expect(JSON.stringify(entry)).not.toContain('onerror');
  expect(JSON.stringify(entry)).not.toContain(home.userId);
  const { rows } = await db.admin.query('select key from ledger_keys where person = $1', [grace]);
  const own = openSealed(rows[0].key, entry.by.sealed);
  expect(own).toMatchObject({ name: 'Grace', text: expect.stringContaining('onerror') });
  expect(entry.mentions).toHaveLength(2);
});

it('is in the case file, as text, until its author is erased', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'comments-'));
  const caseOf = async (name: string): Promise<string> => {
    await chain(db, now);
    const records = readLedger(db.admin, { workspaceId: home.workspaceId, period: null, people: true });
    const file = join(folder, name);
    const report = await writeCase(file, records, { signer, now, alert: null, people: true });
    expect(report.problems).toEqual([]);
    // Nothing in it is compressed.
    return readFile(file, 'utf8');
  };
  const whole = await caseOf('whole.zip');
  expect(whole).toContain('comments.csv');
  expect(whole).toContain('@Grace &lt;img src=x onerror=alert(1)&gt;');
  const ada = await person('Ada', 'editor');
  await write(ada, 'A secret of Ada');
  expect(await caseOf('before.zip')).toContain('A secret of Ada');
  await withTenant(db.app, home.workspaceId, (tx) => erasePerson(tx, ada, now));
  expect(await caseOf('erased.zip')).not.toContain('A secret of Ada');
  await rm(folder, { recursive: true });
});

it('is withdrawn by its author only, once, and never changed', async () => {
  const { body } = await write(home.userId, 'Wrong chart?');
  const path = `${at()}/${body.id}`;
  expect((await ask(grace, 'DELETE', path)).status).toBe(403);
  for (let n = 0; n < 2; n += 1) expect((await ask(home.userId, 'DELETE', path)).status).toBe(204);
  expect((await items()).at(-1)).toMatchObject({ parts: [], withdrawnAt: now.toISOString() });
  expect((await entries()).map(({ act }) => act)).toEqual(['written', 'written', 'written', 'withdrawn']);
  const change = withTenant(db.app, home.workspaceId, (tx) =>
    tx.execute(`update alert_comments set author_id = null`),
  );
  await expect(change).rejects.toThrow('alert_comments');
});

it('refuses mentions of people who are no members, and what is empty or too much', async () => {
  const stranger = await newWorkspace(db);
  const refused = async (text: string) => (await write(grace, text)).body.detail;
  const sentence = 'A comment can only mention members of this workspace. Choose them from the list.';
  expect(await refused(`@{${stranger.userId}} look`)).toBe(sentence);
  expect(await refused(' \n ')).toBe('Write a comment.');
  expect(await refused('x'.repeat(COMMENT.textMax + 1))).toContain('2,000 characters');
  await db.admin.query(
    `insert into alert_comments (workspace_id, id, alert_id, author_id, text, created_at)
     select $1, gen_random_uuid(), $2, $3, 'x', $4 from generate_series(1, $5)`,
    [home.workspaceId, alertId, grace, now, COMMENT.perHour],
  );
  const limited = await write(grace, 'One more');
  expect([limited.status, limited.body.code]).toEqual([429, 'over_request_rate_limit']);
  now = new Date(now.getTime() + 3_601_000);
  expect((await write(grace, 'Later')).status).toBe(201);
});

it('is nothing that another workspace sees, nor a key or the demo writes', async () => {
  const stranger = await newWorkspace(db);
  const [first] = await items();
  for (const [method, path, body] of [
    ['GET', at(), undefined],
    ['POST', at(), { text: 'Hello' }],
    ['DELETE', `${at()}/${first.id}`, undefined],
  ] as const)
    expect((await ask(stranger.userId, method, path, body)).status, method).toBe(404);
  const seen = await withTenant(db.app, stranger.workspaceId, (tx) =>
    tx.execute('select 1 from alert_comments'),
  );
  expect(seen.rows).toEqual([]);
});

it('shows who has left as a former member', async () => {
  const editor = await person('Mary', 'editor');
  await write(editor, 'Fine by me');
  await write(home.userId, `Thanks, @{${editor}}`);
  await db.admin.query('delete from members where user_id = $1', [editor]);
  const [said, thanks] = (await items()).slice(-2);
  expect(said).toMatchObject({ author: { userId: null, name: 'Former member' } });
  expect(thanks.parts).toEqual([{ text: 'Thanks, ' }, { mention: { userId: null, name: 'Former member' } }]);
});
