import { z } from 'zod';
import { hasPassword, type MailEvent, readAs, readJson, type Reporter, ReportRefused } from './report.ts';

const schema = z.object({
  RecordType: z.string(),
  ID: z.number().optional(),
  MessageID: z.string().optional(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  Recipient: z.string().optional(),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

/** Types that say something about the address; the others are about us, or are no bounces. */
const BOUNCES: Readonly<Record<string, MailEvent['kind']>> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  ManuallyDeactivated: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  SpamComplaint: 'complaint',
  SpamNotification: 'soft',
};

function kindOf(recordType: string, type = ''): MailEvent['kind'] | null {
  if (recordType === 'SpamComplaint') return 'complaint';
  if (recordType === 'Delivery') return 'arrived';
  return recordType === 'Bounce' ? (BOUNCES[type] ?? null) : null;
}

export const postmark: Reporter = {
  kind: 'postmark',
  title: 'Postmark',
  secret: null,
  steps: [
    'In Postmark, open the message stream you send with, then Webhooks → Add webhook.',
    'Enter {url} as the URL. Under HTTP authentication, enter the name bellwire and the password {password}.',
    'Choose Delivery, Bounce and Spam complaint.',
  ],
  read: async (call, secret) => {
    if (!hasPassword(call, secret)) throw new ReportRefused('The password is wrong.');
    const said = readAs(schema, readJson(call.body));
    const kind = kindOf(said.RecordType, said.Type);
    const address = said.Email ?? said.Recipient;
    if (!kind || !address) return [];
    return [
      {
        kind,
        address,
        detail: said.Details || said.Description || said.Type || said.RecordType,
        id: `${said.RecordType} ${said.ID ?? ''} ${said.MessageID ?? ''} ${address}`,
      },
    ];
  },
};
