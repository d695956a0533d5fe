import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { alertPageSchema } from '#src/shared/alert-list.ts';
import { currentKeySchema } from '#src/shared/api-keys.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

/** The commands of /documentation/programs, run by a shell against a real server. */
let db: TestDatabase;
let server: Server;
let bin: string;
const env: Record<string, string> = {};
let blocks: string[] = [];
const COUNT = 450;

beforeAll(async () => {
  const text = await readFile('src/web/content/docs/programs.md', 'utf8');
  blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  db = await testDatabase();
  const keys = testKeys(db);
  const { workspaceId } = await newWorkspace(db);
  await fillWithAlerts(db.admin, { workspaceId, count: COUNT, until: new Date() });
  env['KEY'] = (await keys.make(workspaceId, { scopes: ['alerts:read', 'alerts:run'] })).key;
  const app = new Hono().route(
    '/api/v1',
    testApi(db, {
      ...keys.parts,
      idempotencyKey: Buffer.alloc(32, 5),
      requestTrialRun: ({ keepAnswer, ...request }) =>
        withTenant(db.app, workspaceId, async (tx) => {
          const id = await requestTrialRun(tx, { ...request, now: new Date() });
          await keepAnswer?.(tx, 202, { id });
          return id;
        }),
    }),
  );
  server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  env['BASE'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  bin = await mkdtemp(join(tmpdir(), 'bellwire-curl-'));
  // Behind the machine's own, for machines without one.
  await writeFile(
    join(bin, 'curl'),
    `#!/bin/sh\nexec "${process.execPath}" "${process.cwd()}/tests/fakes/curl.ts" "$@"\n`,
    {
      mode: 0o755,
    },
  );
  env['PATH'] = [process.env['PATH'] ?? '', bin].join(delimiter);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(bin, { recursive: true });
  await db.drop();
});

const run = async (script: string) =>
  (await promisify(execFile)('sh', ['-c', script], { env, maxBuffer: 64 * 1024 * 1024 })).stdout;

it('asks which key it is', async () => {
  expect(currentKeySchema.parse(JSON.parse(await run(blocks[0]!)))).toMatchObject({
    scopes: ['alerts:read', 'alerts:run'],
  });
});

it('pages through every alert, each once, newest first', async () => {
  const pages = (await run(blocks[1]!))
    .trim()
    .split('\n')
    .map((line) => alertPageSchema.parse(JSON.parse(line)));
  expect(pages.map(({ items }) => items.length)).toEqual([200, 200, 50]);
  const all = pages.flatMap(({ items }) => items);
  expect(new Set(all.map(({ id }) => id)).size).toBe(COUNT);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  );
});

it('sends a request again without doing it twice', async () => {
  const runs = async () => (await db.admin.query('select 1 from trial_runs')).rows.length;
  const before = await runs();
  const again = [await run(blocks[2]!), await run(blocks[2]!)].map((text) => JSON.parse(text));
  expect(again[1]).toEqual(again[0]);
  expect((await runs()) - before).toBe(1);
});

it('stops with an error where the key is refused', async () => {
  const refused = run(`KEY=bw_live_wrong\n${blocks[1]!}`);
  await expect(refused).rejects.toMatchObject({ code: 1 });
});
