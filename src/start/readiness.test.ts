import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'bellwire-ready-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const ask = (change: Partial<Parameters<typeof createReadiness>[0]> = {}) =>
  createReadiness({
    query: async () => undefined,
    dataDir,
    databasePath: '/elsewhere/postgres',
    instanceId: 'one',
    stop: new AbortController().signal,
    free: async () => 1e9,
    ...change,
  })();

it('is ready where everything can be written, and leaves nothing behind', async () => {
  expect(await ask()).toBeNull();
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each([
  ['a full disk', { free: async () => 1_000 }, 'disk_full'],
  ['a full disk of the database', { free: async (at: string) => (at === dataDir ? 1e9 : 0) }, 'disk_full'],
  ['a folder that is gone', { dataDir: join(dataDir, 'gone') }, 'disk_not_writable'],
  ['no database', { query: () => Promise.reject(new Error('gone')) }, 'database_unavailable'],
  ['a stop', { stop: AbortSignal.abort() }, 'stopping'],
])('says what is wrong with %s', async (_, change, why) => {
  expect(await ask(change)).toBe(why);
});

it('knows how much is left of a real disk', async () => {
  expect(await ask({ free: undefined, databasePath: null })).toBeNull();
});
