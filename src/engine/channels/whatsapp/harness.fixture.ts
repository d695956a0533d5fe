import { createHmac } from 'node:crypto';
import type { ChannelCall, ChannelEvent } from '../callback.ts';
import type { SentMessage } from '../channel.ts';
import { type Harness, NOW } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { whatsappPractice } from './practice.ts';
import { whatsappChannel } from './whatsapp.ts';

export const PERSON = '+15550100001';
const { phoneId = '', accountId = '', appSecret = '' } = whatsappPractice.account.fields;

/** A report as the provider sends it. */
export function statusCall(
  statuses: readonly object[],
  change: { phoneId?: string; secret?: string } = {},
): ChannelCall {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550100000', phone_number_id: change.phoneId ?? phoneId },
    statuses,
  };
  const body = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: accountId, changes: [{ value, field: 'messages' }] }],
    }),
  );
  const seal = createHmac('sha256', change.secret ?? appSecret)
    .update(body)
    .digest('hex');
  const headers = new Headers({ 'X-Hub-Signature-256': `sha256=${seal}` });
  return {
    method: 'POST',
    header: (name) => headers.get(name),
    query: new URLSearchParams(),
    body,
    now: new Date(NOW),
  };
}

const calls = ({ providerMessageId: id }: SentMessage, kind: ChannelEvent['kind']): ChannelCall => {
  const code = kind === 'bounced' ? 131026 : 131000;
  const isFailure = kind === 'bounced' || kind === 'failed';
  return statusCall([
    {
      id,
      status: isFailure ? 'failed' : kind,
      timestamp: String(NOW / 1_000),
      recipient_id: '15550100001',
      ...(isFailure && {
        errors: [
          {
            code,
            title: 'Message undeliverable',
            message: 'Message undeliverable',
            error_data: { details: 'Message Undeliverable.' },
          },
        ],
      }),
    },
  ]);
};

/** The provider reaches people, so that the practice account has no place. */
export async function whatsappHarness(pictures: Readonly<Record<string, Uint8Array>> = {}) {
  const harness = await practiceHarness(whatsappChannel, { waitMs: 30_000, calls, pictures });
  return {
    ...harness,
    set: (situation: Parameters<Harness['set']>[0]) => ({ ...harness.set(situation), address: PERSON }),
  };
}

export const startHarness = (): Promise<Harness> => whatsappHarness();
