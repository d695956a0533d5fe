import { createMailTransport } from '#src/platform/mail/transport.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import type { SmtpScript } from '#tests/fakes/smtp.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { type Harness, NOW, type Situation } from '../conformance.fixture.ts';

const SCRIPTS: Record<Situation, SmtpScript> = {
  takes: {},
  limits: { message: '454 4.7.0 Throttling failure: too many messages. Try again in 90 seconds.' },
  defers: { rcpt: '450 Later' },
  refuses: { rcpt: '550 No such user' },
  unreachable: {},
  silent: { message: { drop: true } },
};

/** A mail server of the workspace's own, and one that is gone. */
export async function startHarness(): Promise<Harness> {
  const fake = await startFakeSmtp();
  const gone = await startFakeSmtp();
  await gone.stop();
  const open: MailTransport[] = [];
  const quick = { connection: 300, greeting: 300, total: 600 };
  return {
    set: (situation) => {
      fake.script = SCRIPTS[situation];
      const { port } = situation === 'unreachable' ? gone : fake;
      const settings = { host: '127.0.0.1', port: String(port), tls: 'none' };
      return {
        address: 'r@mail.example',
        deps: {
          connection: { id: 'c-1', settings, secrets: {} },
          sender: { brandName: 'Harbor', settings: { fromAddress: 'alerts@brand.example' }, secrets: {} },
          mail: {
            from: 'noreply@bellwire.example',
            transport: (server) => {
              const transport = createMailTransport(server ?? fake.url, quick);
              open.push(transport);
              return transport;
            },
          },
          call: noCalls,
          picture: async () => null,
          now: () => NOW,
          random: () => 0.5,
        },
      };
    },
    waitMs: 90_000,
    measures: false,
    arrived: () => fake.mails.length,
    stop: async () => {
      for (const transport of open) transport.close();
      await fake.stop();
    },
  };
}
