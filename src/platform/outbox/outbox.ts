import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream } from 'smtp-server';
import { prepareStore, storeMail } from './store.ts';

/** Largest mail taken, in bytes: 10 MiB. */
const MAIL_MAX_BYTES = 10 * 1024 * 1024;

type OutboxOptions = {
  /** Where the mails are kept; made if it is not there. */
  dir: string;
  /** 0 (any free port) unless given. */
  port?: number;
  /** Milliseconds since the epoch, UTC. */
  now?: () => number;
  log: { info: (fields: object, text: string) => void; error: (fields: object, text: string) => void };
};

export type Outbox = { smtpUrl: string; stop: () => Promise<void> };

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

async function wholeMail(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too large is read to its end and forgotten, so that the sender hears the answer.
    if (size <= MAIL_MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > MAIL_MAX_BYTES || stream.sizeExceeded)
    throw refusal(552, '5.3.4 The email is larger than 10 MiB.');
  return Buffer.concat(chunks);
}

/**
 * The mail server of a development machine: takes every mail on loopback, delivers none, keeps each as a file.
 * It answers 250 only when the mail is on the disk. Rejects if the port is taken or the folder not writable.
 */
export async function startOutbox({ dir, port = 0, now = Date.now, log }: OutboxOptions): Promise<Outbox> {
  await prepareStore(dir, now());
  const keep = async (stream: SMTPServerDataStream): Promise<{ error: Error | null; text?: string }> => {
    try {
      const { id, stored } = await storeMail(dir, await wholeMail(stream), now());
      log.info({ mail: id, stored }, stored ? 'outbox: mail kept' : 'outbox: mail was there already');
      return { error: null, text: `2.0.0 Kept as ${id}` };
    } catch (error) {
      if (error instanceof Error && 'responseCode' in error) return { error };
      log.error({ err: error }, 'outbox: a mail could not be kept');
      return { error: refusal(451, '4.3.0 The email couldn’t be stored.') };
    }
  };
  const server = new SMTPServer({
    banner: 'development outbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAIL_MAX_BYTES,
    maxClients: 20,
    socketTimeout: 60_000,
    closeTimeout: 2_000,
    onData: (stream, _session, done) => {
      const answer = async (): Promise<void> => {
        const { error, text } = await keep(stream);
        done(error, text);
      };
      void answer();
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that hangs up is no failure of the program.
  server.on('error', (error: Error) => log.info({ err: error }, 'outbox: connection error'));
  const address = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
