import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { senderFormSchema, senderSchema, sendersSchema, sendingDomainSchema } from '#src/shared/senders.ts';
import { endWarmUpSchema } from '#src/shared/warm-up.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const SendingDomain = component({
  name: 'SendingDomain',
  schema: sendingDomainSchema,
  fields: {
    aligned: 'Whether SPF, DKIM and DMARC pass for the From domain.',
    limitedFrom:
      'Once aligned, records are missing: when the domain stops counting as aligned. Null while all are found.',
    records: 'The DNS records to publish. `found` is null until the first check.',
    warmUp:
      'While the domain is new: what it may send today, which ends at midnight UTC. Null before it’s aligned and once its warm-up is over.',
    warmUpEnd: 'How the warm-up ended: `by` and `reason` if an owner ended it early.',
  },
});
const Sender = component({
  name: 'Sender',
  schema: senderSchema,
  fields: {
    connectionId: 'Connection it sends through; null for the installation’s own account.',
    settings: 'The brand’s settings, by field.',
    domain: 'The domain it sends from; null if it has none.',
    reaches:
      'Most people, besides members, a message can reach until the brand has an aligned domain; null for no limit.',
    hints: 'What would be better set: the field, and why.',
    limitedBy:
      '`domain`: its records aren’t found. `installation`: it sends from the service’s domain. Null for no limit.',
  },
  holds: [SendingDomain],
});
const Senders = component({ name: 'Senders', schema: sendersSchema });
const SenderForm = component({
  name: 'SenderForm',
  schema: senderFormSchema,
  fields: { fields: 'By name; see `senderFields` of `GET /channels`.' },
});

const EndWarmUpForm = component({ name: 'EndWarmUpForm', schema: endWarmUpSchema });

export const SENDERS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/senders',
    needs: 'channels:read',
    summary: 'List senders',
    description: 'The sender of each brand on each channel, with its domain and the DNS records it needs.',
    answer: { status: 200, says: 'By brand, oldest first.', schema: Senders },
    example: {},
  },
  set: {
    method: 'post',
    path: '/senders',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Set a brand’s sender',
    description:
      'Replaces the brand’s settings on the channel. A new From domain gets its own DKIM key: publish its records, then check the domain.',
    body: { schema: SenderForm, required: true },
    answer: { status: 200, says: 'The sender, with the records to publish.', schema: Sender },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      body: {
        brandId: '$BRAND_ID',
        channel: ACCOUNT_CHANNEL,
        connectionId: null,
        fields: { fromName: 'Harbor Markets', fromAddress: 'alerts@harbor.example' },
      },
    },
  },
  checkDomain: {
    method: 'post',
    path: '/sending-domains/{id}/check',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Check a domain’s DNS records',
    description:
      'Looks up each record now. Messages are signed once the DKIM record is found, and can reach everyone once the domain is aligned.',
    params: { id: 'The id of the domain.' },
    answer: { status: 200, says: 'The domain, with the results.', schema: SendingDomain },
    errors: ['not_found'],
    example: { params: { id: '$SENDING_DOMAIN_ID' } },
  },
  endWarmUp: {
    method: 'post',
    path: '/sending-domains/{id}/end-warm-up',
    needs: 'sending:warm-up',
    tells: ['channels'],
    summary: 'End a domain’s warm-up',
    description:
      'For a domain that has sent this much before. What waits for tomorrow goes out at once. The reason is kept; a warm-up that has ended stays ended.',
    params: { id: 'The id of the domain.' },
    body: { schema: EndWarmUpForm, required: true },
    answer: { status: 200, says: 'The domain.', schema: SendingDomain },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      params: { id: '$SENDING_DOMAIN_ID' },
      body: { reason: 'We have sent 20,000 emails a day from this domain for two years.' },
    },
  },
});
