import net from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A mail server on loopback that misbehaves on demand. Lines are sent as they are, CRLF added.
 * Without a script it takes every mail.
 */
export type SmtpScript = {
  greeting?: string;
  ehlo?: string;
  mail?: string;
  rcpt?: string;
  /** The answer to the command DATA. */
  data?: string;
  /** What follows the final dot: an answer, or the socket is destroyed, or silence. */
  message?: string | { drop: true } | { hang: true };
  /** Destroys the socket when this many bytes of the message have come, before the final dot. */
  dropAfterBytes?: number;
  /** Closes every connection as soon as it is accepted. */
  dropOnConnect?: boolean;
  /** Closes the connection after each mail, as servers do with idle ones. */
  closeAfterMail?: boolean;
  /** Answers the message one character each this many milliseconds, never ending the line. */
  trickleMs?: number;
};

export type FakeSmtp = {
  url: string;
  port: number;
  /** Whole messages that arrived with their final dot, unstuffed, whatever the answer was. */
  mails: string[];
  /** Every command line, in order. */
  commands: string[];
  connections: () => number;
  /** Says a line to everybody who is connected, such as an answer that hung. */
  answer: (line: string) => void;
  script: SmtpScript;
  stop: () => Promise<void>;
};

type Session = { socket: net.Socket; buffer: string; inData: boolean; seen: number };

export async function startFakeSmtp(script: SmtpScript = {}): Promise<FakeSmtp> {
  const sockets = new Set<net.Socket>();
  const mails: string[] = [];
  const commands: string[] = [];
  let count = 0;

  const say = (session: Session, line: string): void => {
    session.socket.write(`${line}\r\n`);
    if (line.startsWith('421')) session.socket.end();
  };

  const afterMessage = (session: Session): void => {
    const answer = fake.script.message ?? '250 2.0.0 Ok: queued as 4F1';
    if (fake.script.trickleMs !== undefined) {
      session.socket.write('250-');
      const timer = setInterval(() => session.socket.write('.'), fake.script.trickleMs);
      session.socket.once('close', () => clearInterval(timer));
    } else if (typeof answer === 'string') {
      say(session, answer);
      if (fake.script.closeAfterMail) session.socket.end();
    } else if ('drop' in answer) session.socket.destroy();
  };

  const command = (session: Session, line: string): void => {
    commands.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') say(session, fake.script.ehlo ?? '250 fake.example');
    else if (verb === 'MAIL') say(session, fake.script.mail ?? '250 2.1.0 Ok');
    else if (verb === 'RCPT') say(session, fake.script.rcpt ?? '250 2.1.5 Ok');
    else if (verb === 'DATA') {
      const answer = fake.script.data ?? '354 End data with <CR><LF>.<CR><LF>';
      session.inData = answer.startsWith('354');
      session.seen = 0;
      say(session, answer);
    } else if (verb === 'QUIT') {
      say(session, '221 2.0.0 Bye');
      session.socket.end();
    } else say(session, verb === 'RSET' ? '250 2.0.0 Ok' : '502 5.5.2 Not here');
  };

  const read = (session: Session, chunk: Buffer): void => {
    session.buffer += chunk.toString('latin1');
    if (session.inData) session.seen += chunk.length;
    for (;;) {
      if (session.inData) {
        const limit = fake.script.dropAfterBytes;
        if (limit !== undefined && session.seen >= limit) return void session.socket.destroy();
        const end = session.buffer.indexOf('\r\n.\r\n');
        if (end < 0) return;
        mails.push(session.buffer.slice(0, end + 2).replaceAll('\r\n..', '\r\n.'));
        session.buffer = session.buffer.slice(end + 5);
        session.inData = false;
        afterMessage(session);
      } else {
        const end = session.buffer.indexOf('\r\n');
        if (end < 0) return;
        const line = session.buffer.slice(0, end);
        session.buffer = session.buffer.slice(end + 2);
        command(session, line);
      }
    }
  };

  const server = net.createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (fake.script.dropOnConnect) return void socket.destroy();
    const session: Session = { socket, buffer: '', inData: false, seen: 0 };
    socket.on('data', (chunk) => read(session, chunk));
    say(session, fake.script.greeting ?? '220 fake.example ESMTP');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const fake: FakeSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    commands,
    connections: () => count,
    answer: (line) => {
      for (const socket of sockets) socket.write(`${line}\r\n`);
    },
    script,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return fake;
}
