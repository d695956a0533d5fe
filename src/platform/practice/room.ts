import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mood, PracticeMessage, PracticeRoom } from './provider.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const keyOf = ({ kind, place, id }: Pick<PracticeMessage, 'kind' | 'place' | 'id'>): string =>
  sha256(JSON.stringify([kind, place, id]));

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const inOrder = (messages: readonly PracticeMessage[]): PracticeMessage[] =>
  messages.toSorted((a, b) => a.sentAt - b.sentAt || a.id.localeCompare(b.id, 'en', { numeric: true }));

/** For as long as a test runs. */
export function memoryRoom(now: () => number, mood: () => Mood): PracticeRoom {
  const kept = new Map<string, PracticeMessage>();
  const files = new Map<string, Uint8Array>();
  return {
    now,
    mood,
    keep: async (message) => void kept.set(keyOf(message), message),
    messages: async (kind, place) =>
      inOrder(
        [...kept.values()].filter(
          (each) => each.kind === kind && (place === undefined || each.place === place),
        ),
      ),
    forget: async (message) => void kept.delete(keyOf(message)),
    keepFile: async (bytes) => {
      const hash = sha256(bytes);
      files.set(hash, bytes);
      return hash;
    },
    file: async (hash) => files.get(hash) ?? null,
  };
}

/** More are never listed; older files stay until the folder is deleted. */
const LISTED_MAX = 1_000;
const KIND = /^[a-z][a-z-]*$/;
const HASH = /^[0-9a-f]{64}$/;

/** In a folder that several processes share: a file per message and per picture. */
export function folderRoom(dir: string, now: () => number): PracticeRoom {
  const folderOf = (kind: string): string => {
    if (!KIND.test(kind)) throw new Error('This is no kind of channel.');
    return path.join(dir, kind);
  };
  const fileOf = (message: Pick<PracticeMessage, 'kind' | 'place' | 'id'>): string =>
    path.join(folderOf(message.kind), `${keyOf(message)}.json`);
  // A reader sees a whole file or none.
  async function write(file: string, content: Uint8Array | string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, file);
  }
  return {
    now,
    mood: () => 'takes',
    keep: (message) => write(fileOf(message), JSON.stringify(message)),
    messages: async (kind, place) => {
      const names = await readdir(folderOf(kind)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const files = names.filter((name) => name.endsWith('.json'));
      const all = await Promise.all(
        files.map(async (name) => {
          const content = await readFile(path.join(folderOf(kind), name), 'utf8').catch(() => null);
          return content === null ? [] : [JSON.parse(content) as PracticeMessage];
        }),
      );
      return inOrder(all.flat().filter((each) => place === undefined || each.place === place)).slice(
        -LISTED_MAX,
      );
    },
    forget: (message) => rm(fileOf(message), { force: true }),
    keepFile: async (bytes) => {
      const hash = sha256(bytes);
      await write(path.join(dir, 'files', hash), bytes);
      return hash;
    },
    file: async (hash) => {
      if (!HASH.test(hash)) return null;
      return readFile(path.join(dir, 'files', hash)).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
    },
  };
}
