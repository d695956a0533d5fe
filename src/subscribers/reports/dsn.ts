import PostalMime from 'postal-mime';
import { createHash } from 'node:crypto';
import { type MailTag, readMailTag } from '../mail-tag.ts';
import { hasPassword, type MailEvent, type Reporter, ReportRefused } from './report.ts';

type Fields = Map<string, string>;

/** Blocks of header fields with empty lines between them (RFC 3464, RFC 5965). Folded lines are joined. */
export function fieldBlocks(text: string): Fields[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map((block) => {
      const fields: Fields = new Map();
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}

/** The address of `rfc822; ada@desk.example`. */
function addressOf(field: string | undefined): string | null {
  const text = (field ?? '')
    .replace(/^[\w-]+\s*;/, '')
    .trim()
    .replaceAll(/[<>]/g, '');
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}

/** 5.7.x is policy: it says nothing about whether the mailbox exists. */
function kindOf(action: string, status: string): MailEvent['kind'] | null {
  if (action === 'delivered' || action === 'relayed' || action === 'expanded') return 'arrived';
  if (action !== 'failed') return null;
  // A mailbox that is full, or a server that was never reached.
  if (
    !status.startsWith('5.') ||
    status.startsWith('5.7.') ||
    status === '5.2.2' ||
    status.startsWith('5.4.')
  )
    return 'soft';
  return 'hard';
}

type Mail = Awaited<ReturnType<typeof PostalMime.parse>>;

/** Where mail servers write the address that a message came to; `To` where none does. */
const CAME_TO = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to']);
const TAGGED = /\+(u-)?([a-z0-9]{50})@/gi;

/** What a message is about, by the tag in the address that it came to. */
function taggedIn(mail: Mail): { tag: MailTag; leaves: boolean } | null {
  const addresses = mail.headers.filter(({ key }) => CAME_TO.has(key)).map(({ value }) => value);
  for (const [, mark, text = ''] of addresses.join(' ').matchAll(TAGGED)) {
    const tag = readMailTag(text);
    if (tag) return { tag, leaves: mark !== undefined };
  }
  return null;
}

const isReply = (mail: Mail): boolean =>
  mail.headers.some(({ key, value }) => key === 'auto-submitted' && /^auto-replied/i.test(value.trim()));

/** Someone wrote to the address in List-Unsubscribe. Any other mail that ends up in the mailbox says nothing. */
function asRequest(mail: Mail, about: ReturnType<typeof taggedIn>): MailEvent[] {
  if (!about?.leaves || isReply(mail)) return [];
  const { tag } = about;
  const address = mail.from?.address ?? '';
  return [{ kind: 'leave', address, detail: '', id: `leave ${tag.id}`, tag }];
}

/** The whole first line of a reply, whatever stands around it: `Please unsubscribe me!` A sentence with the word isn't it. */
const LEAVES = /^(?:please )?(?:unsubscribe|stop)(?: me)?(?: please)?$/;

/** What a person wrote above what they quote. */
const firstLineOf = ({ text, html }: Mail): string =>
  (text ?? (html ?? '').replaceAll(/<[^>]*>/g, '\n'))
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

/**
 * A reply to one of our emails that asks for no more. The email is known by its Message-ID, which only its reader has seen;
 * it counts only if it comes from the address that the email went to.
 */
function asReply(mail: Mail): MailEvent[] {
  const messageId = mail.inReplyTo?.replaceAll(/[<>\s]/g, '') ?? '';
  if (messageId === '' || isReply(mail)) return [];
  const said = firstLineOf(mail)
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim();
  if (!LEAVES.test(said)) return [];
  return [
    { kind: 'leave', address: mail.from?.address ?? '', detail: '', id: `leave ${messageId}`, messageId },
  ];
}

/**
 * What a message of a bounce mailbox says, whoever sent it: a delivery status notification, a complaint in the abuse
 * format, or a request to unsubscribe, also as a reply. Nothing where it is an ordinary email. @throws ReportRefused where it is none
 */
export async function readDsn(raw: Buffer): Promise<MailEvent[]> {
  let mail: Mail;
  try {
    mail = await PostalMime.parse(raw, {
      attachmentEncoding: 'utf8',
      forceRfc822Attachments: true,
      maxNestingDepth: 20,
      maxHeadersSize: 256 * 1024,
    });
  } catch {
    throw new ReportRefused('The message can’t be read.');
  }
  if (!mail.from) throw new ReportRefused('The body isn’t an email.');
  const cameTo = taggedIn(mail);
  const part = (...types: string[]): string | null => {
    const found = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return found ? String(found.content) : null;
  };
  const original = part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  const about = fieldBlocks(original ?? '')[0];
  const messageId = about?.get('message-id')?.replaceAll(/[<>\s]/g, '');
  const named = { ...(messageId && { messageId }), ...(cameTo && { tag: cameTo.tag }) };
  const idOf = (address: string): string =>
    createHash('sha256')
      .update(`${mail.messageId ?? ''} ${messageId ?? cameTo?.tag.id ?? ''} ${address}`)
      .digest('base64url');

  const status = part('message/delivery-status', 'message/global-delivery-status');
  if (status !== null)
    return fieldBlocks(status).flatMap((fields): MailEvent[] => {
      const address = addressOf(fields.get('original-recipient')) ?? addressOf(fields.get('final-recipient'));
      const code = fields.get('status')?.split(' ')[0] ?? '';
      const kind = kindOf(fields.get('action')?.toLowerCase() ?? '', code);
      if (!address || !kind) return [];
      const detail = fields.get('diagnostic-code')?.replace(/^smtp\s*;\s*/i, '') ?? `Status ${code}`;
      return [{ kind, address, detail, id: idOf(address), ...named }];
    });

  const feedback = part('message/feedback-report');
  if (feedback !== null) {
    const fields = fieldBlocks(feedback)[0] ?? new Map<string, string>();
    const type = fields.get('feedback-type')?.toLowerCase() ?? '';
    const address = addressOf(fields.get('original-rcpt-to')) ?? addressOf(about?.get('to'));
    if (!address || type === 'not-spam') return [];
    return [
      {
        kind: 'complaint',
        address,
        detail: `Feedback report: ${type || 'abuse'}`,
        id: idOf(address),
        ...named,
      },
    ];
  }
  return cameTo?.leaves ? asRequest(mail, cameTo) : asReply(mail);
}

export const dsn: Reporter = {
  kind: 'dsn',
  title: 'Bounce emails',
  secret: null,
  isForwarded: true,
  steps: [
    'Let your mail server hand each message of your bounce mailbox, +tags included, to a program, for example with a Sieve pipe or a Postfix transport.',
    'Have it POST the raw message: curl --data-binary @- -H "Content-Type: message/rfc822" -H "Authorization: Bearer {password}" {url}',
  ],
  read: async (call, secret) => {
    if (!hasPassword(call, secret)) throw new ReportRefused('The password is wrong.');
    return readDsn(call.body);
  },
};
