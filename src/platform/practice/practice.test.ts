import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCallProvider } from '../net/call.ts';
import type { PracticeMessage, PracticeProvider } from './provider.ts';
import { folderRoom, memoryRoom } from './room.ts';
import { practiceAddress, startPractice } from './server.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const message = (id: string, place = 'here'): PracticeMessage => ({
  kind: 'echo',
  id,
  place,
  under: null,
  sentAt: Number(id),
  editedAt: null,
  text: `Message ${id}`,
  pictures: [],
  own: { id },
});

/** Says what it was asked. */
const echo: PracticeProvider = {
  kind: 'echo',
  title: 'Echo',
  hosts: ['api.echo.example'],
  account: { fields: {}, place: null },
  serve: async ({ method, url, body, header }) => ({
    status: 202,
    json: { method, url: url.href, body: body.toString(), agent: header('User-Agent') },
  }),
  draw: () => '',
  style: '',
};

async function started(mood: 'takes' | 'silent' = 'takes', providers = [echo]) {
  const server = await startPractice({
    providers,
    room: memoryRoom(Date.now, () => mood),
  });
  ends.push(server.stop);
  return server.url;
}
const callTo = (practiceUrl: string | null) =>
  createCallProvider({ allowPrivate: false, agent: 'Test', now: Date.now, practiceUrl });

test('a call of a practice account reaches its provider with all of its address', async () => {
  const call = callTo(await started());
  const url = 'https://api.echo.example/v1/a%20b?q=1';
  const answer = await call({ method: 'POST', url, body: 'Ω', practice: true });
  expect(answer).toMatchObject({ kind: 'answered', status: 202 });
  const said: unknown = answer.kind === 'answered' ? JSON.parse(answer.body.toString()) : null;
  expect(said).toEqual({ method: 'POST', url, body: 'Ω', agent: 'Test' });
});

test('a host that nobody practices is not found, and silence is no answer', async () => {
  const call = callTo(await started());
  const stranger = await call({ method: 'GET', url: 'https://other.example/', practice: true });
  expect(stranger).toMatchObject({ status: 404 });
  const silent = callTo(await started('silent'));
  const nothing = await silent({ method: 'GET', url: 'https://api.echo.example/', practice: true });
  expect(nothing.kind).toBe('unknown');
});

test.each(['first', 'last'])(
  'of two providers on one host, the one that claims a call is the %s',
  async (where) => {
    const claiming: PracticeProvider = {
      ...echo,
      kind: 'claiming',
      claims: ({ header }) => header('Authorization') === 'Bearer mine',
      serve: async () => ({ status: 201 }),
    };
    const both = where === 'first' ? [claiming, echo] : [echo, claiming];
    const call = callTo(await started('takes', both));
    const ask = (authorization: string) =>
      call({ method: 'GET', url: 'https://api.echo.example/', headers: { authorization }, practice: true });
    expect(await ask('Bearer mine')).toMatchObject({ status: 201 });
    expect(await ask('Bearer other')).toMatchObject({ status: 202 });
    const alone = callTo(await started('takes', [claiming]));
    const url = 'https://api.echo.example/';
    expect(await alone({ method: 'GET', url, practice: true })).toMatchObject({ status: 201 });
  },
);

test('without practice providers nothing goes out, and other calls stay as they are', async () => {
  const call = callTo(null);
  const url = 'https://api.echo.example/';
  expect(await call({ method: 'GET', url, practice: true })).toMatchObject({ kind: 'not_sent' });
  expect(practiceAddress('http://127.0.0.1:1', url)).toBe('http://127.0.0.1:1/api.echo.example/');
  // A practice server on this machine doesn't open this machine to others.
  const open = callTo(await started());
  expect(await open({ method: 'GET', url: 'http://127.0.0.1:80/' })).toMatchObject({
    kind: 'not_sent',
    reason: 'It leads to a private network.',
  });
});

test.each(['memory', 'folder'])('a room in %s keeps, replaces, forgets and finds again', async (where) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'practice-'));
  ends.push(() => rm(dir, { recursive: true }));
  const make = () => folderRoom(dir, () => 0);
  const room =
    where === 'folder'
      ? make()
      : memoryRoom(
          () => 0,
          () => 'takes',
        );
  expect(await room.messages('echo')).toEqual([]);
  for (const id of ['10', '9', '11']) await room.keep(message(id));
  await room.keep(message('1', 'there'));
  await room.keep({ ...message('9'), text: 'Edited' });
  await room.forget(message('11'));
  // Another process reads the same folder.
  const reader = where === 'folder' ? make() : room;
  expect((await reader.messages('echo', 'here')).map(({ text }) => text)).toEqual(['Edited', 'Message 10']);
  expect(await reader.messages('echo')).toHaveLength(3);
  const hash = await room.keepFile(Buffer.from('picture'));
  expect(Buffer.from((await reader.file(hash)) ?? []).toString()).toBe('picture');
  expect(await reader.file('../secret')).toBeNull();
});

test('a folder is of a kind of channel and nothing else', () => {
  expect(() => folderRoom('/nowhere', () => 0).forget(message('1'))).not.toThrow();
  expect(() => folderRoom('/nowhere', () => 0).keep({ ...message('1'), kind: '../..' })).toThrow('kind');
});
