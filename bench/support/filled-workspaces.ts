import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { z } from 'zod';
import { startTemporaryPostgres } from '#src/db/embedded/temporary.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { startProgram, stopProgram } from '#tests/support/program.ts';

/** Asks the API for a path below /api/v1, as the owner of the workspace. @throws Error where it refuses */
export type Ask = (path: string) => Promise<unknown>;

/**
 * Runs `measure` against the real program on a PostgreSQL of its own, with a workspace of so many alerts, one a minute
 * back from now, and one without any.
 */
export async function withFilledWorkspaces(
  count: number,
  measure: (of: { full: Ask; empty: Ask }) => Promise<void>,
): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const { host, port, user, password } = postgres.admin;
  // A socket folder as the host, escaped.
  const ownerUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-bench-'));
  chmodSync(dataDir, 0o711);
  const program = await startProgram({ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: ownerUrl, DEMO: 'off' });
  try {
    const full = await signUp(program.url, 'full@desk.example');
    const empty = await signUp(program.url, 'empty@desk.example');
    const { workspace } = z
      .object({ workspace: z.object({ id: z.uuid() }) })
      .parse(await (await askAs(program.url, full))('/me'));
    const admin = new pg.Client({ connectionString: ownerUrl });
    await admin.connect();
    const began = performance.now();
    await fillWithAlerts(admin, { workspaceId: workspace.id, count, until: new Date() });
    // As a database stands that has been at work for a while.
    await admin.query('vacuum analyze');
    await admin.end();
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${count.toLocaleString('en')} alerts filled in ${seconds} s\n`);
    await measure({ full: await askAs(program.url, full), empty: await askAs(program.url, empty) });
  } finally {
    await stopProgram(program);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Client = Pick<SupabaseClient, 'auth'>;

async function signUp(url: string, email: string): Promise<Client> {
  const client = createClient(url, PUBLIC_KEY, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse 1!' });
  if (!data.session) throw error ?? new Error('No session.');
  return client;
}

/** The token is fetched here: a fill may take longer than one holds. */
async function askAs(url: string, client: Client): Promise<Ask> {
  const { data, error } = await client.auth.refreshSession();
  if (!data.session) throw error ?? new Error('No session.');
  const headers = { Authorization: `Bearer ${data.session.access_token}` };
  return async (path) => {
    const answer = await fetch(`${url}/api/v1${path}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

/** A person may ask 1,200 times a minute. */
const PACE_MS = 60;

/** What many requests take. @returns the median and the p95 in ms, and the last answer */
export async function timesOf<T>(
  rounds: number,
  ask: () => Promise<T>,
): Promise<{ median: number; p95: number; last: T | null }> {
  const times: number[] = [];
  let last: T | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    last = await ask();
    const took = performance.now() - began;
    times.push(took);
    await setTimeout(Math.max(0, PACE_MS - took));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), last };
}
