import { open, readdir, readFile } from 'node:fs/promises';
import PostalMime from 'postal-mime';
import type { Address, Email } from 'postal-mime';
import { isMailId, MAIL_FILE, mailPath } from './store.ts';

export type MailSummary = {
  id: string;
  /** When it was taken in, ISO in UTC. */
  receivedAt: string;
  from: string;
  to: string;
  subject: string;
};

export type StoredMail = MailSummary & {
  /** The mail's own Date header, ISO in UTC, or null. */
  date: string | null;
  messageId: string | null;
  text: string;
  html: string | null;
  /** In the mail's order; names in lower case. */
  headers: { key: string; value: string }[];
  source: string;
};

const HEAD_BYTES = 32 * 1024;
/** A mail nests parts in parts; beyond this it is not read. */
const PARSE = { maxNestingDepth: 20, maxHeadersSize: 512 * 1024 };

const addressText = (address: Address): string =>
  address.group
    ? address.group.map(addressText).join(', ')
    : address.name
      ? `${address.name} <${address.address ?? ''}>`
      : (address.address ?? '');

function summaryOf(id: string, mail: Email): MailSummary {
  return {
    id,
    receivedAt: new Date(Number(id.slice(0, 13))).toISOString(),
    from: mail.from ? addressText(mail.from) : '',
    to: (mail.to ?? []).map(addressText).join(', '),
    subject: mail.subject ?? '',
  };
}

/** Malformed mail is shown as far as it can be read: at worst its source alone. */
async function parse(source: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(source, PARSE);
  } catch {
    return { headers: [], headerLines: [], attachments: [] };
  }
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const end = head.indexOf('\r\n\r\n');
    return end < 0 ? head : head.subarray(0, end + 4);
  } finally {
    await handle.close();
  }
}

/** The newest mails, newest first. An empty list where the folder is not there yet. */
export async function listMails(dir: string, limit = 200): Promise<MailSummary[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names.flatMap((name) => MAIL_FILE.exec(name)?.[1] ?? []);
  const newest = ids.toSorted().toReversed().slice(0, limit);
  return Promise.all(newest.map(async (id) => summaryOf(id, await parse(await readHead(mailPath(dir, id))))));
}

/** One mail, whole, or null where there is none with this id (also for what is no id at all). */
export async function readMail(dir: string, id: string): Promise<StoredMail | null> {
  if (!isMailId(id)) return null;
  const source = await readFile(mailPath(dir, id)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!source) return null;
  const mail = await parse(source);
  const date = mail.date === undefined ? Number.NaN : Date.parse(mail.date);
  return {
    ...summaryOf(id, mail),
    date: Number.isNaN(date) ? null : new Date(date).toISOString(),
    messageId: mail.messageId ?? null,
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    source: source.toString('utf8'),
  };
}
