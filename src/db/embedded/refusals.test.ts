import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { test } from './test-support.ts';

const TIMEOUT = { timeout: 60_000, concurrent: true };

function start(dataDir: string) {
  return startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
}

describe('refusals', TIMEOUT, () => {
  test('data of another major version: says which is which and touches nothing', async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n');
    const touched = () => [
      statSync(join(dataDir, 'postgres')).mode,
      statSync(join(dataDir, 'postgres')).mtimeMs,
    ];
    const before = touched();
    await expect(start(dataDir)).rejects.toMatchObject({
      kind: 'version_mismatch',
      message: expect.stringMatching(/made by PostgreSQL 16, but this Bellwire brings PostgreSQL 18/),
    });
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
    expect(touched()).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('a folder that is no database is left alone', async ({ sandbox, expect }) => {
    const dataDir = join(sandbox, 'data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres/notes.txt'), 'mine');
    await expect(start(dataDir)).rejects.toMatchObject({ kind: 'start_failed' });
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['notes.txt']);
  });

  test('a data folder that cannot be made', async ({ sandbox, expect }) => {
    const folder = sandbox;
    writeFileSync(join(folder, 'file'), '');
    await expect(start(join(folder, 'file/data'))).rejects.toMatchObject({ kind: 'not_writable' });
  });

  test("a server that refuses to start is quoted, and the data's settings named", async ({
    sandbox,
    expect,
  }) => {
    const dataDir = join(sandbox, 'data');
    const server = await start(dataDir);
    await server.stop();
    writeFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), "max_connections = 'many'\n");
    await expect(start(dataDir)).rejects.toMatchObject({
      kind: 'start_failed',
      message: expect.stringContaining('max_connections'),
    });
  });
});
