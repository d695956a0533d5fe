import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** A rule with routes. @returns its id */
async function ruleWith(
  workspaceId: string,
  {
    name,
    approval,
    routes,
    deleted = false,
  }: { name: string; approval: string; routes: string[]; deleted?: boolean },
): Promise<string> {
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'approval', $2::text,
        'name', $3::text, 'deleted_at', case when $4 then now() end))).*
       from rules r where workspace_id = $1 and kind = 'market' limit 1 returning id`,
    [workspaceId, approval, name, deleted],
  );
  const id = rows[0]?.id ?? '';
  for (const [position, of] of routes.entries())
    await db.admin.query(
      `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
       select workspace_id, gen_random_uuid(), $2, $3, id, $4, now(), now() from brands where workspace_id = $1`,
      [workspaceId, id, position, of],
    );
  return id;
}

it('notifies owners of rules that ask for a review while their routes send automatically', async () => {
  const [one, many, none] = [await newWorkspace(db), await newWorkspace(db), await newWorkspace(db)];
  await addMember(db, one.workspaceId, 'admin');
  const only = await ruleWith(one.workspaceId, {
    name: 'Falls',
    approval: 'human',
    routes: ['auto', 'auto'],
  });
  for (let n = 1; n <= 7; n += 1)
    await ruleWith(many.workspaceId, { name: `Rule ${n}`, approval: 'smart', routes: ['auto'] });
  const { workspaceId } = none;
  await ruleWith(workspaceId, { name: 'Asks', approval: 'human', routes: ['auto', 'human'] });
  await ruleWith(workspaceId, { name: 'Has no routes', approval: 'human', routes: [] });
  await ruleWith(workspaceId, { name: 'Sends', approval: 'auto', routes: ['auto'] });
  await ruleWith(workspaceId, { name: 'Is gone', approval: 'human', routes: ['auto'], deleted: true });

  await db.admin.query(await readFile('src/db/migrations/0311_approval_of_routes.sql', 'utf8'));
  const { rows } = await db.admin.query(
    `select workspace_id, user_id, title, text, link from notifications where kind = 'approval_of_routes' order by link`,
  );
  expect(rows).toEqual([
    {
      workspace_id: many.workspaceId,
      user_id: many.userId,
      title: '7 rules ask for review, but their routes don’t',
      text: expect.stringContaining('“Rule 4”, “Rule 5” and 2 more. To have them reviewed'),
      link: '/rules',
    },
    {
      workspace_id: one.workspaceId,
      user_id: one.userId,
      title: 'A rule asks for review, but its routes don’t',
      text: expect.stringMatching(/go out without a review: “Falls”\. To have them/),
      link: `/rules/${only}`,
    },
  ]);
});
