import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { approved, chain, settle, settledTo, signer, someLedger } from '#src/ledger/ledger.fixture.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { UsageError } from '../command.ts';
import { callCommand, runCli } from '../run.fixture.ts';
import { ledgerCommand } from './ledger-command.ts';

let db: TestDatabase;
let folder: string;
let workspaceId: string;
let other: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  // Where the server listens on a socket, its address names no host.
  vi.stubEnv('DATABASE_URL', db.urls.owner.replace('@/', '@localhost/'));
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('ENCRYPTION_KEY', '07'.repeat(32));
  ({ workspaceId } = await newWorkspace(db));
  ({ workspaceId: other } = await newWorkspace(db));
  await someLedger(db, workspaceId, 2, new Date('2026-02-01T09:00:00.000Z'));
  const late = await approved(db, workspaceId, {
    at: new Date('2026-03-31T23:59:00.000Z'),
    by: { userId: newId(), name: 'Ada Byron', email: 'ada@x.example', entity: 'Byron Ltd' },
  });
  const reader = settledTo(late.rendition, { person: newId(), address: 'reader@x.example' });
  await settle(db, late, [reader], new Date('2026-04-01T00:01:00.000Z'));
  await chain(db, new Date('2026-04-01T00:01:00.000Z'));
  await someLedger(db, other, 1);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await db.drop();
});

const ran = (...args: string[]) => callCommand(ledgerCommand, ...args);
const at = (name: string): string => join(folder, name);

describe('bellwire ledger', () => {
  it('verifies every workspace in the database, in sentences', async () => {
    const { code, stdout } = await ran('verify');
    expect([
      code,
      stdout.match(/^  Verified: entries 1 to \d are as they were written\. /gm)?.length,
    ]).toEqual([0, 2]);
    expect(stdout).toMatch(/^  On record: 6 entries, 13 deliveries, 12 texts and pictures\.$/m);
    expect(stdout).toContain('What was sent can be rebuilt for every delivery.');
    expect(stdout).toContain(
      `Signed up to entry 6 on 2026-04-01T00:01:00.000Z, with the key ${signer.publicKey}\n`,
    );
  });

  it('exports, and verifies and rebuilds every delivery from the file alone', async () => {
    const file = at('all.jsonl.gz');
    const exported = await ran('export', file, '--workspace', workspaceId, '--people');
    expect(exported).toEqual({
      code: 0,
      stdout: `${file}: entries 1 to 6 of workspace ${workspaceId}.\nSigned with key ${signer.publicKey}.\n`,
      stderr: '',
    });
    // The program of another machine: neither database nor data folder.
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
    const verified = await runCli('ledger', 'verify', file, '--key', signer.publicKey);
    vi.stubEnv('DATABASE_URL', db.urls.owner.replace('@/', '@localhost/'));
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('Verified: entries 1 to 6 are as they were written.');

    const { code, stdout } = await ran('deliveries', file);
    const rebuilt = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect([code, rebuilt.length]).toEqual([0, 13]);
    expect(rebuilt.at(-1)).toMatchObject({
      rendition: { prepared: { title: 'SPX falls 11.98 %' } },
      recipient: { own: { to: 'reader@x.example', params: { timeZone: 'Europe/Berlin' } } },
      decision: { decision: 'approved', by: { own: { name: 'Ada Byron', entity: 'Byron Ltd' } } },
    });
  });

  it('exports a period with the approvals of what was sent in it, and without people', async () => {
    const file = at('april.jsonl.gz');
    const days = ['--from', '2026-04-01', '--to', '2026-04-30'];
    expect((await ran('export', file, '--workspace', workspaceId, ...days)).stdout).toContain(
      'entries 5 to 6',
    );
    expect((await ran('verify', file)).stdout).toContain(
      'Verified: entries 5 to 6 are as they were written.',
    );
    const { stdout } = await ran('deliveries', file);
    expect(JSON.parse(stdout)).toMatchObject({
      recipient: { own: null },
      decision: { entry: 5, by: { own: null } },
    });
    expect(gunzipSync(readFileSync(file)).toString()).not.toMatch(/reader@|ada@|Byron Ltd/);
  });

  it('writes a case file about an alert or a period, which is verified without anything else', async () => {
    const { rows } = await db.admin.query<{ alert: string }>(
      `select subject as alert from ledger_entries where workspace_id = $1 and sequence = 5`,
      [workspaceId],
    );
    const alert = rows[0]?.alert ?? '';
    const file = at('case.zip');
    const whose = ['--workspace', workspaceId];
    expect((await ran('case', file, ...whose, '--alert', alert, '--people')).stdout).toBe(
      `${file}: 2 entries, 1 delivery of that alert, of workspace ${workspaceId}.\nSigned with key ${signer.publicKey}.\n`,
    );
    expect((await ran('verify', file, '--key', signer.publicKey)).stdout).toContain(
      'Verified: entries 5 to 6 are as they were written.',
    );
    expect(JSON.parse((await ran('deliveries', file)).stdout)).toMatchObject({
      recipient: { own: { to: 'reader@x.example' } },
      decision: { by: { own: { name: 'Ada Byron' } } },
    });
    const days = ['--from', '2026-02-01', '--to', '2026-02-28'];
    const period = at('february.zip');
    expect((await ran('case', period, ...whose, ...days)).stdout).toContain('4 entries, 12 deliveries');
    const bytes = readFileSync(period);
    const place = bytes.indexOf('"auto 1', bytes.indexOf('"sequence":3')) + 2;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(period, bytes);
    const { code, stdout } = await ran('verify', period);
    expect(code).toBe(1);
    expect(stdout).toContain('    ledger.jsonl was changed.');
    expect(stdout).toContain('    Entry 3 was changed: its hash is not that of what it says.');
    await expect(ran('case', at('none.zip'), ...whose)).rejects.toThrow(
      new UsageError('Give --alert, or both --from and --to.'),
    );
  });

  it('names what was changed, in the database and in a file', async () => {
    const file = at('changed.jsonl.gz');
    await ran('export', file, '--workspace', workspaceId);
    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(text.replace('auto 1', 'auto 2')));
    const inFile = await ran('verify', file);
    expect(inFile.code).toBe(1);
    expect(inFile.stdout).toContain('NOT verified: 2 problems.');
    expect(inFile.stdout).toContain('    Entry 1 was changed: its hash is not that of what it says.');
    writeFileSync(file, gzipSync(text).subarray(0, 900));
    expect((await ran('verify', file)).stdout).toContain('The file is damaged or cut after line');
    expect((await ran('verify', file, '--key', 'x')).code).toBe(1);

    await db.admin.query(
      'update ledger_entries set at = at + $2::interval where workspace_id = $1 and sequence = 1',
      [other, '1 second'],
    );
    const inDatabase = await ran('verify');
    expect(inDatabase.code).toBe(1);
    expect(inDatabase.stdout).toContain('    Entry 1 was changed: its hash is not that of what it says.');
    await db.admin.query(
      'update ledger_entries set at = at - $2::interval where workspace_id = $1 and sequence = 1',
      [other, '1 second'],
    );
  });

  it('shows and sets how long entries are kept', async () => {
    const whose = ['--workspace', other];
    expect((await ran('retention', ...whose)).stdout).toContain('kept 6 years. Legal hold is off.');
    expect((await ran('retention', ...whose, '--years', '3', '--hold', 'on')).stdout).toContain(
      'kept 3 years. Legal hold is on: nothing is pruned.',
    );
    expect((await ran('prune', ...whose)).stdout).toBe(
      `Workspace ${other}: nothing is old enough to prune.\n`,
    );
    expect((await ran('verify', ...whose)).code).toBe(0);
  });

  it('refuses what it cannot do, in a sentence', async () => {
    expect(await ran('export', at('x'))).toEqual({
      code: 1,
      stdout: '',
      stderr: '2 workspaces have a ledger. Name one with --workspace.\n',
    });
    writeFileSync(at('there'), '');
    expect((await ran('export', at('there'), '--workspace', other)).stderr).toBe(
      `${at('there')} is there already.\n`,
    );
    expect((await ran('verify', at('missing'))).stderr).toBe(`${at('missing')} cannot be read (ENOENT).\n`);
    expect((await ran('verify', '--workspace', newId())).stderr).toMatch(
      /^There is no ledger of a workspace/,
    );
    for (const [args, sentence] of [
      [
        [],
        'Say ledger verify, ledger export, ledger deliveries, ledger case, ledger retention, ledger prune.',
      ],
      [['export'], 'ledger export takes one file.'],
      [['prune', 'x'], 'ledger prune takes no file.'],
      [['prune', '--people'], 'ledger prune takes no --people.'],
      [['export', 'x', '--from', '2026-01-01'], 'Give both --from and --to.'],
      [['export', 'x', '--from', 'may', '--to', '2026-01-01'], "'may' is not a day. Write it as 2026-11-23."],
      [['retention', '--years', '4'], 'Entries are kept 3, 5 or 6 years.'],
    ] as const)
      await expect(ran(...args)).rejects.toThrow(new UsageError(sentence));
    expect((await ran('help')).stdout).toBe(ledgerCommand.help);
  });
});
