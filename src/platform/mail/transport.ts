import { PassThrough, type Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { type DkimKey, dkimSigner } from './dkim.ts';
import { type ServerWatch, watchServer } from './server-watch.ts';
import { answerOf, isServerAway } from './smtp-answer.ts';
import type { SmtpAnswer } from './smtp-answer.ts';
import { oneLine, subjectLine } from './plain.ts';
import type { ConnectTo, SmtpServer } from './smtp-server.ts';

/** Stands in the HTML where an image is `cid:` and its hash. */
export type MailPicture = { name: string; type: string; hash: string; bytes: Uint8Array };

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
  pictures?: readonly MailPicture[];
  replyTo?: string;
  /** Where bounces go (the Return-Path); `from` unless given. */
  returnPath?: string;
  /** Signs the message for its domain. */
  dkim?: DkimKey;
};

export type MailTransport = {
  /** Hands one mail to the server. Answers always, never throws: see `SmtpAnswer` for what may have happened. */
  send: (mail: OutgoingMail) => Promise<SmtpAnswer>;
  /** Connects and signs in without sending. @returns what is wrong, or null */
  check: () => Promise<string | null>;
  /** Ends idle connections at once and busy ones after their mail. */
  close: () => void;
};

/** A transport that knows when its server, which was away, is back. */
export type WatchedTransport = MailTransport & {
  /** Calls `onBack` then. One caller at a time. @returns stops watching */
  watch: (listener: {
    onBack: () => Promise<void>;
    onError: (error: unknown) => void;
    everyMs?: number;
  }) => () => void;
};

/**
 * Connections to the server. Callers should send no more emails at a time than this: waiting for a connection counts
 * against the caller's own timeout.
 */
export const CONNECTIONS = 13;

/**
 * All in milliseconds. `handover` bounds the time until the whole message has gone out. The answer to it is waited for
 * until `total`: the mail may have arrived, and nobody sends it again. A send that has stood for `silence` is begun anew
 * once, on another connection, when the server answers others.
 */
type MailTimeouts = {
  connection: number;
  greeting: number;
  handover: number;
  total: number;
  silence: number;
  probe: number;
};
const TIMEOUTS: MailTimeouts = {
  connection: 30_000,
  greeting: 30_000,
  handover: 90_000,
  total: 120_000,
  silence: 10_000,
  probe: 5_000,
};

/**
 * Watches one message on its way out. nodemailer reads the message only after the server agreed to DATA, and
 * writes the final dot when it has read all of it; from then on the server may have taken the mail, whatever
 * goes wrong. nodemailer's errors do not tell (a lost connection has the same code before and after).
 */
function watchBody(): { body: (input: Readable) => Readable; complete: () => boolean } {
  let last: Readable | undefined;
  return {
    body: (input) => {
      // The pool sends a message again over a new connection if the old one closed. Never after the final dot.
      if (last?.readableEnded) return new PassThrough().destroy(new Error('The message already went out.'));
      last = input;
      return input;
    },
    complete: () => last?.readableEnded ?? false,
  };
}

/** One bare address. nodemailer would read "a@x.example, b@y.example" as two recipients. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/u;

const safeHeaders = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value, 900)]));

/** The options of a pool for a server given as a URL or in parts. @throws Error without the address, it may hold a password */
function optionsOf(server: string | SmtpServer) {
  if (typeof server !== 'string') {
    const { host, port, tls, user, password } = server;
    return {
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      ...(user === '' ? {} : { auth: { user, pass: password } }),
    };
  }
  const url = URL.parse(server);
  if (!url?.hostname || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:'))
    throw new Error('The mail server must be given as smtp://host:port or smtps://host:port.');
  return { url: server };
}

/**
 * A pooled connection to one SMTP server, given in parts or as `smtp://user:pass@host:port` or `smtps://…`. `connectTo`
 * opens the connections where the address is a customer's.
 */
export function createMailTransport(
  server: string | SmtpServer,
  { connectTo, ...timeouts }: Partial<MailTimeouts> & { connectTo?: ConnectTo } = {},
): WatchedTransport {
  const limits = { ...TIMEOUTS, ...timeouts };
  const pool = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    ...optionsOf(server),
    ...(connectTo ? { getSocket: connectTo } : {}),
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.total,
    // A pooled connection that the server closed while idle gets one fresh one; all else is the ledger's to retry.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const watchers = new WeakMap<object, ReturnType<typeof watchBody>>();
  const signers = new WeakMap<object, ReturnType<typeof dkimSigner>>();
  pool.use('stream', (mail, done) => {
    const watcher = watchers.get(mail.data.headers ?? {});
    const sign = signers.get(mail.data.headers ?? {});
    // Before the watcher: the message has gone out when what is read last has.
    if (sign) mail.message.processFunc(sign);
    if (watcher) mail.message.processFunc(watcher.body);
    done();
  });

  let watching: ServerWatch | null = null;
  /** Sends that have handed nothing over for a while. */
  const silent = new Set<AbortController>();

  /** `until` is a time of `performance.now()`. */
  async function sendOnce(mail: OutgoingMail, { until, mayCut }: { until: number; mayCut: boolean }) {
    const watcher = watchBody();
    const headers = safeHeaders(mail.headers);
    watchers.set(headers, watcher);
    if (mail.dkim) signers.set(headers, dkimSigner(mail.dkim));
    const cut = new AbortController();
    // One controller and timers cost less than signals that are combined.
    const total = setTimeout(() => cut.abort(), Math.max(0, until - performance.now()));
    const handover = setTimeout(() => watcher.complete() || cut.abort(), limits.handover);
    const silence = setTimeout(() => {
      if (watcher.complete()) return;
      watching?.doubt();
      if (mayCut) silent.add(cut);
    }, limits.silence);
    try {
      const info = await pool.sendMail({
        from: { name: oneLine(mail.from.name, 80), address: mail.from.address },
        to: { name: '', address: mail.to },
        envelope: { from: mail.returnPath ?? mail.from.address, to: [mail.to] },
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
        subject: subjectLine(mail.subject),
        text: mail.text,
        html: mail.html,
        attachments: (mail.pictures ?? []).map(({ name, type, hash, bytes }) => ({
          filename: name,
          contentType: type,
          cid: hash,
          content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          contentDisposition: 'inline' as const,
        })),
        messageId: oneLine(mail.messageId),
        date: mail.date,
        headers,
        signal: cut.signal,
      });
      return { answer: { kind: 'accepted' as const, response: oneLine(info.response) }, wasCut: false };
    } catch (error) {
      return { answer: answerOf(error, watcher.complete()), wasCut: cut.signal.reason === BEGIN_ANEW };
    } finally {
      clearTimeout(total);
      clearTimeout(handover);
      clearTimeout(silence);
      silent.delete(cut);
    }
  }

  return {
    send: async (mail) => {
      if (!ADDRESS.test(mail.to))
        return { kind: 'invalid', reason: 'The recipient isn’t a single email address.' };
      const until = performance.now() + limits.total;
      const first = await sendOnce(mail, { until, mayCut: true });
      const isOpen = first.wasCut && first.answer.kind === 'not_sent';
      const { answer } = isOpen ? await sendOnce(mail, { until, mayCut: false }) : first;
      if (isServerAway(answer)) watching?.doubt();
      return answer;
    },
    check: () =>
      Promise.race([
        pool.verify().then(
          () => null,
          (error: unknown) => problemOf(answerOf(error, false)),
        ),
        waitFor(limits.connection).then(() => 'The server did not answer in time.'),
      ]),
    watch: ({ onBack, onError, everyMs }) => {
      watching = watchServer({
        isThere: () => Promise.race([pool.verify().catch(() => false), waitFor(limits.probe)]),
        // A message that has begun to go out meanwhile is left alone: its send is no longer silent.
        onThere: () => {
          for (const each of silent) each.abort(BEGIN_ANEW);
        },
        onBack,
        onError,
        ...(everyMs === undefined ? {} : { everyMs }),
      });
      return watching.stop;
    },
    close: () => {
      watching?.stop();
      pool.close();
    },
  };
}

const problemOf = (answer: SmtpAnswer): string =>
  'reason' in answer ? answer.reason : `The server answered: ${answer.response}`;

const BEGIN_ANEW = Symbol('begin anew');

const waitFor = (ms: number): Promise<false> =>
  new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
