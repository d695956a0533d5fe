import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { drill } from '#tests/support/drill.ts';
import { programHome } from '#tests/support/program.ts';
import { killAndFinish } from './kill-rounds.ts';

it(
  'sends no email twice to a mail server that keeps everything it is given',
  { timeout: drill(600_000, 1_800_000) },
  async () => {
    const received: string[] = [];
    const sink = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          received.push(/^X-Delivery-ID: (\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? 'none');
          // A slow answer: most kills fall between handing over and hearing it.
          setTimeout(() => done(null), 120);
        });
      },
    });
    sink.on('error', () => undefined);
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const address = sink.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const home = await programHome();
    const env = { ...home.env, SMTP_URL: `smtp://127.0.0.1:${port}` };
    const { sent, unknown } = await killAndFinish(env, drill(4, 40));
    expect(new Set(received).size).toBe(received.length);
    expect(sent.filter((id) => !received.includes(id))).toEqual([]);
    expect(received.filter((id) => !sent.includes(id) && !unknown.includes(id))).toEqual([]);
    await new Promise<void>((resolve) => sink.close(() => resolve()));
    await home.remove();
  },
);
