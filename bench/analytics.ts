/**
 * How long the figures of a period take in a workspace of a million alerts, one a minute: the real program on a
 * PostgreSQL of its own, over HTTP, under the serving role with row security on. Prints per period and filter the alerts
 * counted (with the period before), the median and the p95 in ms. Ends with 1 when a month takes longer than the target.
 *
 *   npm run build && npx node bench/analytics.ts [alerts, 1000000 unless told]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { z } from 'zod';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { analyticsSchema } from '#src/shared/analytics.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { startProgram, stopProgram } from '#tests/support/program.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 20;
const TARGET_P95_MS = 400;

const postgres = await startTemporaryPostgres();
const { host, port, user, password } = postgres.admin;
// A socket folder as the host, escaped.
const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-bench-figures-'));
chmodSync(dataDir, 0o711);
const program = await startProgram({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: ownerUrl, DEMO: 'off' });
let missed = 0;
try {
  const full = await person('full@desk.example');
  const empty = await person('empty@desk.example');
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  const began = performance.now();
  await fillWithAlerts(admin, { workspaceId: full.workspaceId, count: COUNT, until: new Date() });
  // As a database stands that has been at work for a while.
  await admin.query('vacuum analyze');
  await admin.end();
  console.log(
    `${COUNT.toLocaleString('en')} alerts filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );

  const today = Date.now();
  const day = (ago: number) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
  const old = Math.floor((COUNT / 1440) * 0.9);
  const { rules } = await ask(full.token, `from=${day(6)}`);
  const rule = rules[0]?.id ?? '';
  console.log(`${'period'.padEnd(38)}${'alerts'.padStart(8)}${'median'.padStart(10)}${'p95'.padStart(10)}`);
  await line('seven days', full.token, `from=${day(6)}`);
  await line('thirty days', full.token, `from=${day(29)}`, TARGET_P95_MS);
  await line('thirty days long ago', full.token, `from=${day(old)}&to=${day(old - 29)}`, TARGET_P95_MS);
  await line('thirty days of one rule', full.token, `from=${day(29)}&rule=${rule}`, TARGET_P95_MS);
  await line('thirty days of one symbol', full.token, `from=${day(29)}&symbol=SYM007`, TARGET_P95_MS);
  await line('thirty days by email', full.token, `from=${day(29)}&channel=email`, TARGET_P95_MS);
  await line('thirty days of trial runs', full.token, `from=${day(29)}&trial=yes`, TARGET_P95_MS);
  await line('a year', full.token, `from=${day(364)}`);
  await line('(a workspace without alerts)', empty.token, '', TARGET_P95_MS);
  console.log(
    `\ntarget for thirty days: p95 ${TARGET_P95_MS} ms; ${missed === 0 ? 'reached by all' : `missed by ${missed}`}`,
  );
} finally {
  await stopProgram(program);
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

async function person(email: string): Promise<{ token: string; workspaceId: string }> {
  const client = createClient(program.url, PUBLIC_KEY, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse 1!' });
  if (!data.session) throw error ?? new Error('No session.');
  const token = data.session.access_token;
  const me = await fetch(`${program.url}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  const { workspace } = z.object({ workspace: z.object({ id: z.uuid() }) }).parse(await me.json());
  return { token, workspaceId: workspace.id };
}

async function ask(token: string, query: string) {
  const answer = await fetch(`${program.url}/api/v1/analytics?${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
  return analyticsSchema.parse(await answer.json());
}

async function line(name: string, token: string, query: string, target = Number.POSITIVE_INFINITY) {
  const times: number[] = [];
  let counted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const { period, before } = await ask(token, query);
    times.push(performance.now() - began);
    counted = period.alerts + before.alerts;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  if (at(0.95) > target) missed += 1;
  console.log(
    `${name.padEnd(38)}${String(counted).padStart(8)}${at(0.5).toFixed(1).padStart(10)}${at(0.95).toFixed(1).padStart(10)}`,
  );
}
