import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

/*
 * A folder of mails: one file per mail, named by time and by a hash of its Message-ID. A mail that is handed
 * in again (the sender lost our answer) must not show twice, also if two arrive at once or the program is
 * killed in between. So the name of a mail is decided once, by a marker that is made with link(), which
 * fails if there is one; the mail then comes to that name by rename(). A crash in between leaves a marker
 * whose mail is missing, and the sender, who got no answer, brings the mail again under the same name.
 */

export const MAIL_FILE = /^([0-9]{13}-[0-9a-f]{24})\.eml$/;
const MAIL_ID = /^[0-9]{13}-[0-9a-f]{24}$/;

/** Only ids of this shape ever reach the file system: no dots, no slashes. */
export const isMailId = (id: string): boolean => MAIL_ID.test(id);

export const mailPath = (dir: string, id: string): string => {
  if (!isMailId(id)) throw new Error('That isn’t the id of an email.');
  return path.join(dir, `${id}.eml`);
};

const markers = (dir: string): string => path.join(dir, '.ids');
const drafts = (dir: string): string => path.join(dir, '.tmp');

const DRAFT_MAX_AGE = 3_600_000;

/** Makes the folder and clears away what a killed program left half written an hour or more before `now` (ms). */
export async function prepareStore(dir: string, now: number): Promise<void> {
  await mkdir(markers(dir), { recursive: true, mode: 0o700 });
  await mkdir(drafts(dir), { recursive: true, mode: 0o700 });
  for (const name of await readdir(drafts(dir))) {
    const file = path.join(drafts(dir), name);
    if (now - (await stat(file)).mtimeMs > DRAFT_MAX_AGE) await unlink(file);
  }
}

const HEAD_MAX = 256 * 1024;

/** The first Message-ID of the mail's head, unfolded, or null. */
export function messageIdIn(source: Buffer): string | null {
  const text = source.subarray(0, HEAD_MAX).toString('latin1');
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const id = /^message-id[ \t]*:((?:[^\r\n]|\r?\n[ \t])*)/im.exec(head)?.[1]?.replace(/\s+/g, '') ?? '';
  return id === '' ? null : id;
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDraft(dir: string, content: Buffer | string): Promise<string> {
  const file = path.join(drafts(dir), randomBytes(12).toString('hex'));
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return file;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The name this Message-ID has, given on first sight and kept from then on. */
async function nameFor(dir: string, hash: string, now: number): Promise<string> {
  const marker = path.join(markers(dir), hash);
  const draft = await writeDraft(dir, `${String(now).padStart(13, '0')}-${hash.slice(0, 24)}`);
  try {
    await link(draft, marker);
    await syncFolder(markers(dir));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(marker, 'utf8');
}

const exists = async (file: string): Promise<boolean> => {
  try {
    await (await open(file, 'r')).close();
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
};

/**
 * Keeps a mail; when it returns, the mail survives a power cut. A mail whose Message-ID is there already is
 * not kept again (`stored: false`). Without a Message-ID every mail is a new one.
 */
export async function storeMail(
  dir: string,
  source: Buffer,
  now: number,
): Promise<{ id: string; stored: boolean }> {
  const messageId = messageIdIn(source);
  const hash = createHash('sha256')
    .update(messageId ?? randomBytes(32))
    .digest('hex');
  const id = await nameFor(dir, hash, now);
  const file = mailPath(dir, id);
  if (await exists(file)) return { id, stored: false };
  await rename(await writeDraft(dir, source), file);
  await syncFolder(dir);
  return { id, stored: true };
}
