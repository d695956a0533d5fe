import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertDetailSchema } from '#src/shared/alert-detail.ts';
import { contentCheckSchema } from '#src/shared/content/content-check.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let one: { workspaceId: string; userId: string };
let other: { workspaceId: string; userId: string };
let alert: string;

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  one = await newWorkspace(db);
  other = await newWorkspace(db);
  await fillWithAlerts(db.admin, {
    workspaceId: one.workspaceId,
    count: 1,
    until: new Date('2026-05-20T12:00:00Z'),
  });
  const { rows } = await db.admin.query<{ id: string }>('select id from alerts where workspace_id = $1', [
    one.workspaceId,
  ]);
  alert = rows[0]!.id;
});
afterAll(() => db.drop());

const check = (body: object, userId = one.userId) =>
  api.request('/content/check', {
    method: 'POST',
    headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ alert, language: 'en', ...body }),
  });
const checked = async (body: object) => contentCheckSchema.parse(await (await check(body)).json());

it('checks a text against an alert of the workspace', async () => {
  const answer = await api.request(`/alerts/${alert}`, {
    headers: { Authorization: `Bearer ${one.userId}` },
  });
  const { name } = alertDetailSchema.parse(await answer.json());
  expect(await checked({ text: `Here are the details on ${name}.` })).toEqual({
    verdict: 'passed',
    findings: [],
    written: null,
  });
  expect(await checked({ text: 'It rose 12%.' })).toMatchObject({
    verdict: 'refused',
    findings: [{ code: 'direction' }, { code: 'figure', verdict: 'vouch' }],
  });
  expect(await checked({ text: 'Here are the details.', forbidden: ['details'] })).toMatchObject({
    findings: [{ code: 'forbidden_word', found: 'details' }],
  });
});

it('checks an answer, and says how it reads', async () => {
  const answer = {
    headline: [{ slot: 'name' }],
    summary: [{ words: 'Here are the details.' }],
    paragraphs: [],
  };
  expect(await checked({ answer })).toMatchObject({
    verdict: 'passed',
    written: { summary: 'Here are the details.' },
  });
  const odd = { ...answer, summary: [{ words: 'It went to the moon.' }] };
  expect(await checked({ answer: odd })).toMatchObject({ verdict: 'refused', written: null });
});

it('knows no alert of another workspace, and takes one of text and answer', async () => {
  expect((await check({ text: 'x' }, other.userId)).status).toBe(404);
  expect((await check({})).status).toBe(400);
  expect((await check({ text: 'x', answer: {} })).status).toBe(400);
});

it('refuses the words that the alert’s brand avoids', async () => {
  const voice = (avoid: string[]) =>
    db.admin.query('update brands set voice = $2 where workspace_id = $1', [
      one.workspaceId,
      JSON.stringify({ avoid }),
    ]);
  await voice(['Details']);
  expect(await checked({ text: 'Here are the details.' })).toMatchObject({
    verdict: 'refused',
    findings: [{ code: 'forbidden_word', found: 'details' }],
  });
  await voice([]);
});
