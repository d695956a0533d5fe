import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  assertFresh,
  HOUR_MS,
  isSameText,
  type MailEvent,
  readAs,
  readJson,
  type Reporter,
  ReportRefused,
} from './report.ts';

const schema = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().min(10).max(200),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    id: z.string().max(200).optional(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    recipient: z.string(),
    'delivery-status': z
      .object({ message: z.string().nullish(), description: z.string().nullish() })
      .optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string().optional() }).optional() }).optional(),
  }),
});

/** Of a permanent failure: what says something about the address. Others are about us, or about this email. */
const KINDS: Readonly<Record<string, MailEvent['kind']>> = {
  bounce: 'hard',
  'suppress-bounce': 'hard',
  'suppress-complaint': 'complaint',
};

function kindOf(event: string, severity = '', reason = ''): MailEvent['kind'] | null {
  if (event === 'complained') return 'complaint';
  if (event === 'delivered') return 'arrived';
  if (event !== 'failed' && event !== 'permanent_fail' && event !== 'temporary_fail') return null;
  if (severity === 'temporary' || event === 'temporary_fail') return 'soft';
  return KINDS[reason] ?? (reason.startsWith('suppress') ? null : 'soft');
}

export const mailgun: Reporter = {
  kind: 'mailgun',
  title: 'Mailgun',
  secret: {
    label: 'HTTP webhook signing key',
    help: 'In Mailgun under Send → Webhooks, or in the API security settings.',
    pattern: /^[\w-]{16,200}$/,
  },
  steps: [
    'In Mailgun, copy the HTTP webhook signing key into the field here.',
    'Under Send → Webhooks, choose your domain and add {url} for permanent failure, temporary failure, spam complaints and delivered messages.',
  ],
  read: async (call, key) => {
    const { signature, 'event-data': data } = readAs(schema, readJson(call.body));
    const right = createHmac('sha256', key).update(`${signature.timestamp}${signature.token}`).digest('hex');
    if (!isSameText(signature.signature, right)) throw new ReportRefused('The signature is wrong.');
    assertFresh(Number(signature.timestamp) * 1000, call.now, 24 * HOUR_MS);
    const kind = kindOf(data.event, data.severity, data.reason);
    if (!kind) return [];
    const status = data['delivery-status'];
    const messageId = data.message?.headers?.['message-id']?.replaceAll(/[<>]/g, '');
    return [
      {
        kind,
        address: data.recipient,
        detail: status?.message || status?.description || data.reason || data.event,
        // The token is signed; the rest of the body isn't.
        id: signature.token,
        ...(messageId && { messageId }),
      },
    ];
  },
};
