import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programHome, type RunningProgram, startProgram, stopProgram } from '#tests/support/program.ts';
import { PNG } from '#tests/support/zip.ts';

const MB = 1024 * 1024;
let program: RunningProgram;
let home: Awaited<ReturnType<typeof programHome>>;
let token: string;
beforeAll(async () => {
  home = await programHome();
  program = await startProgram({ ...home.env, DEMO: 'off' });
  await enter('/auth/v1/signup');
});
afterAll(async () => {
  await stopProgram(program);
  await home.remove();
});

/** Opens the account, or signs in to it. */
async function enter(path: string): Promise<void> {
  const answer = await fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'files@desk.example', password: 'correct horse 1!' }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
}

const authorized = () => ({ Authorization: `Bearer ${token}` });
const upload = (name: string, body: Uint8Array<ArrayBuffer>) =>
  fetch(`${program.url}/api/v1/documents?name=${name}`, { method: 'POST', headers: authorized(), body });
const list = async () =>
  (
    (await (await fetch(`${program.url}/api/v1/documents`, { headers: authorized() })).json()) as {
      items: { name: string }[];
    }
  ).items.map(({ name }) => name);
const lying = async () =>
  (await readdir(join(home.dataDir, 'documents'), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => each.name);
/** A picture, as far as anybody can tell, of so many bytes. */
const picture = (size: number) => new Uint8Array(Buffer.concat([PNG, randomBytes(size - PNG.length)]));

it('takes what is larger than any other request may be, and gives it back byte for byte', async () => {
  const bytes = picture(8 * MB);
  const made = await upload('large.png', bytes);
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const got = await fetch(`${program.url}/api/v1/documents/${id}/content`, { headers: authorized() });
  const hash = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
  expect(hash(new Uint8Array(await got.arrayBuffer()))).toBe(hash(bytes));
  const part = await fetch(`${program.url}/api/v1/documents/${id}/content`, {
    headers: { ...authorized(), Range: 'bytes=5000000-5000009' },
  });
  expect([
    part.status,
    Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5_000_000, 5_000_010)),
  ]).toEqual([206, true]);
});

it('rejects oversized uploads with a reason, and keeps the limit of every other address', async () => {
  const answer = await upload('huge.png', picture(26 * MB));
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    413,
    'document_too_large',
  ]);
  const folder = await fetch(`${program.url}/api/v1/folders`, {
    method: 'POST',
    headers: authorized(),
    body: 'x'.repeat(2 * MB),
  });
  expect([folder.status, ((await folder.json()) as { code: string }).code]).toEqual([
    413,
    'request_entity_too_large',
  ]);
});

it('has nothing of an upload whose sender vanished half way', async () => {
  const before = await lying();
  const { hostname, port } = new URL(program.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/documents?name=half.png HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${MB}\r\n\r\n`,
  );
  socket.write(PNG);
  await expect.poll(async () => (await lying()).length).toBe(before.length + 1);
  socket.destroy();
  await expect.poll(lying).toEqual(before);
  expect(await list()).toEqual(['large.png']);
});

it('keeps what it said it has kept, when it is killed a moment later', async () => {
  const bytes = picture(MB);
  expect((await upload('kept.png', bytes)).status).toBe(201);
  program.process.kill('SIGKILL');
  await program.exited;
  program = await startProgram({ ...home.env, DEMO: 'off' });
  // It has another port now, and tokens name their address.
  await enter('/auth/v1/token?grant_type=password');
  const found = await fetch(`${program.url}/api/v1/documents?q=kept`, { headers: authorized() });
  const text = await found.text();
  expect([found.status, text]).toEqual([200, expect.stringContaining('kept.png')]);
  const { items } = JSON.parse(text) as { items: { id: string; sha256: string }[] };
  const got = await fetch(`${program.url}/api/v1/documents/${items[0]?.id}/content`, {
    headers: authorized(),
  });
  expect(
    createHash('sha256')
      .update(new Uint8Array(await got.arrayBuffer()))
      .digest('hex'),
  ).toBe(items[0]?.sha256);
});
