import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import {
  assertFresh,
  HOUR_MS,
  type MailEvent,
  readAs,
  readJson,
  type Reporter,
  ReportRefused,
} from './report.ts';

const schema = z
  .array(
    z.object({
      event: z.string(),
      email: z.string(),
      type: z.string().optional(),
      reason: z.string().optional(),
      response: z.string().optional(),
      sg_event_id: z.string().max(200),
      'smtp-id': z.string().optional(),
    }),
  )
  .max(5000);
type Said = z.infer<typeof schema>[number];

const DROPPED: Readonly<Record<string, MailEvent['kind']>> = {
  'Bounced Address': 'hard',
  Invalid: 'hard',
  'Spam Reporting Address': 'complaint',
};

function kindOf({ event, type, reason = '' }: Said): MailEvent['kind'] | null {
  switch (event) {
    case 'bounce':
      // `blocked` is the server's policy; it says nothing about the mailbox.
      return type === 'blocked' ? 'soft' : 'hard';
    case 'dropped':
      return DROPPED[reason] ?? null;
    case 'spamreport':
      return 'complaint';
    case 'delivered':
      return 'arrived';
    default:
      return null;
  }
}

/** @throws ReportRefused */
function verified(
  body: Buffer,
  { key, signature, timestamp }: Record<'key' | 'signature' | 'timestamp', string>,
) {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    if (verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'))) return;
  } catch {
    // A key or a signature that can't be read.
  }
  throw new ReportRefused('The signature is wrong.');
}

export const sendgrid: Reporter = {
  kind: 'sendgrid',
  title: 'SendGrid',
  secret: {
    label: 'Verification key',
    help: 'The public key that SendGrid shows after you turn on Signed Event Webhook.',
    pattern: /^[A-Za-z0-9+/]{80,400}={0,2}$/,
  },
  steps: [
    'In SendGrid, open Settings → Mail Settings → Event Webhooks and create a webhook.',
    'Enter {url} as the Post URL. Choose Dropped, Delivered, Bounced and Spam Reports.',
    'Turn on Signed Event Webhook and copy the verification key into the field here.',
  ],
  read: async (call, key) => {
    const signature = call.header('x-twilio-email-event-webhook-signature') ?? '';
    const timestamp = call.header('x-twilio-email-event-webhook-timestamp') ?? '';
    verified(call.body, { key, signature, timestamp });
    assertFresh(Number(timestamp) * 1000, call.now, 24 * HOUR_MS);
    return readAs(schema, readJson(call.body)).flatMap((said) => {
      const kind = kindOf(said);
      const messageId = said['smtp-id']?.replaceAll(/[<>]/g, '');
      return kind
        ? [
            {
              kind,
              address: said.email,
              detail: said.reason || said.response || said.event,
              id: said.sg_event_id,
              ...(messageId && { messageId }),
            },
          ]
        : [];
    });
  },
};
