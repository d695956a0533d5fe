import { createVerify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import {
  assertFresh,
  type FetchText,
  HOUR_MS,
  type MailEvent,
  readAs,
  readJson,
  type Reporter,
  ReportRefused,
} from './report.ts';

const messageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type SnsMessage = z.infer<typeof messageSchema>;

const recipient = z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() });
const mailSchema = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ commonHeaders: z.object({ messageId: z.string().optional() }).optional() }).optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: z.array(recipient),
    })
    .optional(),
  complaint: z
    .object({ complainedRecipients: z.array(recipient), complaintFeedbackType: z.string().nullish() })
    .optional(),
  delivery: z.object({ recipients: z.array(z.string()) }).optional(),
});

/** Only the provider's own hosts: a signature is worth what its certificate's address is. */
const HOST = /^sns\.[a-z0-9-]{2,30}\.amazonaws\.com(\.cn)?$/;
const CERT_PATH = /^\/SimpleNotificationService-[\w-]+\.pem$/;

/** @throws ReportRefused */
function ownUrl(text: string, path: RegExp): string {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || !HOST.test(url.hostname))
    throw new ReportRefused('It names an address that is not the provider’s.');
  if (!path.test(url.pathname)) throw new ReportRefused('It names an address that is not the provider’s.');
  return url.href;
}

/** The text that SNS signs: the fields in their order, each name and value on its own line. */
function signedText(message: SnsMessage): string {
  const fields: readonly (keyof SnsMessage)[] =
    message.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  return fields
    .flatMap((name) =>
      message[name] === undefined || message[name] === null ? [] : [`${name}\n${message[name]}\n`],
    )
    .join('');
}

const CERTS_MAX = 20;
const certs = new WeakMap<FetchText, Map<string, string>>();

async function certificate(url: string, fetchText: FetchText): Promise<string> {
  const known = certs.get(fetchText) ?? new Map<string, string>();
  certs.set(fetchText, known);
  const pem = known.get(url) ?? (await fetchText(url));
  if (known.size >= CERTS_MAX) known.clear();
  known.set(url, pem);
  return pem;
}

/** @throws ReportRefused */
async function verify(message: SnsMessage, fetchText: FetchText, now: Date): Promise<void> {
  const pem = await certificate(ownUrl(message.SigningCertURL, CERT_PATH), fetchText);
  let cert: X509Certificate;
  try {
    cert = new X509Certificate(pem);
  } catch {
    throw new ReportRefused('The certificate can’t be read.');
  }
  if (Date.parse(cert.validFrom) > now.getTime() || Date.parse(cert.validTo) < now.getTime())
    throw new ReportRefused('The certificate is not valid now.');
  const check = createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1');
  check.update(signedText(message));
  if (!check.verify(cert.publicKey, message.Signature, 'base64'))
    throw new ReportRefused('The signature is wrong.');
}

/** These speak of the message; another one may arrive. */
const OF_THE_MESSAGE = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected']);

function eventsOf(message: SnsMessage): MailEvent[] {
  const said = readAs(mailSchema, readJson(Buffer.from(message.Message)));
  const messageId = said.mail?.commonHeaders?.messageId?.replaceAll(/[<>]/g, '');
  const event = (kind: MailEvent['kind'], address: string, detail: string): MailEvent => ({
    kind,
    address,
    detail,
    id: `${message.MessageId} ${address}`,
    ...(messageId && { messageId }),
  });
  switch (said.notificationType ?? said.eventType) {
    case 'Bounce':
      if (said.bounce?.bounceType !== 'Permanent' && OF_THE_MESSAGE.has(said.bounce?.bounceSubType ?? ''))
        return [];
      return (said.bounce?.bouncedRecipients ?? []).map(({ emailAddress, diagnosticCode }) =>
        event(
          said.bounce?.bounceType === 'Permanent' ? 'hard' : 'soft',
          emailAddress,
          diagnosticCode ?? `${said.bounce?.bounceType} ${said.bounce?.bounceSubType ?? ''}`.trim(),
        ),
      );
    case 'Complaint':
      // The person took it out of the spam folder.
      if (said.complaint?.complaintFeedbackType === 'not-spam') return [];
      return (said.complaint?.complainedRecipients ?? []).map(({ emailAddress }) =>
        event('complaint', emailAddress, said.complaint?.complaintFeedbackType ?? 'Complaint'),
      );
    case 'Delivery':
      return (said.delivery?.recipients ?? []).map((address) => event('arrived', address, 'Delivered'));
    default:
      return [];
  }
}

export const ses: Reporter = {
  kind: 'ses',
  title: 'Amazon SES',
  secret: {
    label: 'Topic ARN',
    help: 'The ARN of the SNS topic that gets bounces, complaints and deliveries, such as arn:aws:sns:eu-west-1:123456789012:mail.',
    pattern: /^arn:aws(-[a-z-]+)?:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/,
  },
  steps: [
    'In Amazon SNS, make a standard topic and copy its ARN into the field here.',
    'In Amazon SES, open the identity you send from. Under Notifications, choose the topic for bounces, complaints and deliveries.',
    'In Amazon SNS, add a subscription to the topic: protocol HTTPS, endpoint {url}. It is confirmed automatically.',
  ],
  read: async (call, topicArn, { fetchText }) => {
    const message = readAs(messageSchema, readJson(call.body));
    if (message.TopicArn !== topicArn) throw new ReportRefused('It is from another topic.');
    assertFresh(Date.parse(message.Timestamp), call.now, 24 * HOUR_MS);
    await verify(message, fetchText, call.now);
    if (message.Type === 'SubscriptionConfirmation')
      await fetchText(ownUrl(message.SubscribeURL ?? '', /^\/$/));
    return message.Type === 'Notification' ? eventsOf(message) : [];
  },
};
