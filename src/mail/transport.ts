import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import { answerOf } from './smtp-answer.ts';
import type { SmtpAnswer } from './smtp-answer.ts';
import { oneLine, subjectLine } from './plain.ts';

export type OutgoingMail = {
  from: { name: string; address: string };
  /** One bare address; nothing else is ever a recipient of this mail. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets: "<id@domain>". */
  messageId: string;
  date: Date;
  headers?: Readonly<Record<string, string>>;
};

export type MailTransport = {
  /** Hands one mail to the server. Answers always, never throws: see `SmtpAnswer` for what may have happened. */
  send: (mail: OutgoingMail) => Promise<SmtpAnswer>;
  /** Ends idle connections at once and busy ones after their mail. */
  close: () => void;
};

/**
 * Connections to the server. Whoever sends should have no more mails under way than this: what waits for a connection
 * waits on its own clock.
 */
export const CONNECTIONS = 12;

/** All in milliseconds. `total` bounds a server that trickles its answers, which no socket timeout notices. */
export type MailTimeouts = { connection: number; greeting: number; socket: number; total: number };
const TIMEOUTS: MailTimeouts = { connection: 10_000, greeting: 10_000, socket: 20_000, total: 120_000 };

/**
 * Watches one message on its way out. nodemailer reads the message only after the server agreed to DATA, and
 * writes the final dot when it has read all of it; from then on the server may have taken the mail, whatever
 * goes wrong. nodemailer's errors do not tell (a lost connection has the same code before and after).
 */
function watchBody(): { body: () => PassThrough; complete: () => boolean } {
  let last: PassThrough | undefined;
  return {
    body: () => {
      // The pool sends a message again over a new connection if the old one closed. Never after the final dot.
      if (last?.readableEnded) return new PassThrough().destroy(new Error('The message already went out.'));
      last = new PassThrough();
      return last;
    },
    complete: () => last?.readableEnded ?? false,
  };
}

/** One bare address. nodemailer would read "a@x.example, b@y.example" as two recipients. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/u;

const safeHeaders = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value, 900)]));

/**
 * A pooled connection to one SMTP server, `smtp://user:pass@host:port` or `smtps://…`. Throws one sentence
 * (without the address, it may hold a password) if the URL is no SMTP URL.
 */
export function createMailTransport(smtpUrl: string, timeouts: Partial<MailTimeouts> = {}): MailTransport {
  const url = URL.parse(smtpUrl);
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    throw new Error('The mail server must be given as smtp://host:port or smtps://host:port.');
  }
  const limits = { ...TIMEOUTS, ...timeouts };
  const pool = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    url: smtpUrl,
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    // A pooled connection that the server closed while idle gets one fresh one; all else is the ledger's to retry.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const watchers = new WeakMap<object, ReturnType<typeof watchBody>>();
  pool.use('stream', (mail, done) => {
    const watcher = watchers.get(mail.data.headers ?? {});
    if (watcher) mail.message.processFunc((input) => input.pipe(watcher.body()));
    done();
  });

  return {
    send: async (mail) => {
      if (!ADDRESS.test(mail.to))
        return { kind: 'invalid', reason: 'The recipient is not one plain mail address.' };
      const watcher = watchBody();
      const headers = safeHeaders(mail.headers);
      watchers.set(headers, watcher);
      try {
        const info = await pool.sendMail({
          from: { name: oneLine(mail.from.name, 80), address: mail.from.address },
          to: { name: '', address: mail.to },
          envelope: { from: mail.from.address, to: [mail.to] },
          subject: subjectLine(mail.subject),
          text: mail.text,
          html: mail.html,
          messageId: oneLine(mail.messageId),
          date: mail.date,
          headers,
          signal: AbortSignal.timeout(limits.total),
        });
        return { kind: 'accepted', response: oneLine(info.response) };
      } catch (error) {
        return answerOf(error, watcher.complete());
      }
    },
    close: () => pool.close(),
  };
}
