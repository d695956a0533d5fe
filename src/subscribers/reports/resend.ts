import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  assertFresh,
  isSameText,
  type MailEvent,
  readAs,
  readJson,
  type Reporter,
  ReportRefused,
} from './report.ts';

const schema = z.object({
  type: z.string(),
  data: z.object({
    to: z.array(z.string()).optional(),
    bounce: z
      .object({ type: z.string().optional(), subType: z.string().optional(), message: z.string().optional() })
      .optional(),
  }),
});
type Said = z.infer<typeof schema>;

function kindOf({ type, data }: Said): MailEvent['kind'] | null {
  if (type === 'email.complained') return 'complaint';
  if (type === 'email.delivered') return 'arrived';
  if (type !== 'email.bounced') return null;
  return data.bounce?.type === 'Permanent' ? 'hard' : 'soft';
}

/** What the Svix libraries allow. */
const TOLERANCE_MS = 5 * 60_000;

export const resend: Reporter = {
  kind: 'resend',
  title: 'Resend',
  secret: {
    label: 'Signing secret',
    help: 'Begins with whsec_. Resend shows it on the page of the webhook.',
    pattern: /^whsec_[A-Za-z0-9+/]{16,200}={0,2}$/,
  },
  steps: [
    'In Resend, open Webhooks → Add webhook and enter {url}.',
    'Choose email.delivered, email.bounced and email.complained.',
    'Copy the signing secret into the field here.',
  ],
  read: async (call, secret) => {
    const id = call.header('svix-id') ?? '';
    const timestamp = call.header('svix-timestamp') ?? '';
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(call.body).digest('base64');
    // Several while a secret is being changed.
    const given = (call.header('svix-signature') ?? '').split(' ');
    if (id === '' || !given.some((each) => isSameText(each, `v1,${right}`)))
      throw new ReportRefused('The signature is wrong.');
    assertFresh(Number(timestamp || 'none') * 1000, call.now, TOLERANCE_MS);
    const said = readAs(schema, readJson(call.body));
    const kind = kindOf(said);
    if (!kind) return [];
    const detail = said.data.bounce?.message || said.data.bounce?.subType || said.type;
    return (said.data.to ?? []).map((address) => ({ kind, address, detail, id: `${id} ${address}` }));
  },
};
