import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { senderFormSchema, senderSchema, sendersSchema, sendingDomainSchema } from '#src/shared/senders.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const SendingDomain = component({
  name: 'SendingDomain',
  schema: sendingDomainSchema,
  fields: {
    aligned: 'Whether SPF, DKIM and DMARC hold for the From domain.',
    records: 'The DNS records to enter. `found` is null until the DNS was asked.',
  },
});
const Sender = component({
  name: 'Sender',
  schema: senderSchema,
  fields: {
    connectionId: 'The connection it sends over; null is the installation’s own account.',
    settings: 'What the brand has set, by field of the channel.',
    domain: 'The domain it sends from; null where it has none of its own.',
    reaches: 'How many people a message may reach until the domain is aligned; null is no limit.',
  },
  holds: [SendingDomain],
});
const Senders = component({ name: 'Senders', schema: sendersSchema });
const SenderForm = component({
  name: 'SenderForm',
  schema: senderFormSchema,
  fields: { fields: 'By name, as the channel declares them (`senderFields` of GET /channels).' },
});

export const SENDERS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/senders',
    needs: 'channels:read',
    summary: 'List senders',
    description:
      'Who sends for each brand on each channel, with the domain it sends from and the DNS records it needs.',
    answer: { status: 200, says: 'By brand, oldest first.', schema: Senders },
    example: {},
  },
  set: {
    method: 'post',
    path: '/senders',
    needs: 'channels:write',
    tells: ['channels'],
    summary: 'Set who sends for a brand',
    description:
      'Replaces what was set for the brand on the channel. A new From domain gets a DKIM key of its own; publish its records, then check the domain.',
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
      'Looks for each record now. Messages are signed once the DKIM record is found, and reach everyone once the domain is aligned.',
    params: { id: 'The id of the domain.' },
    answer: { status: 200, says: 'The domain, with what was found.', schema: SendingDomain },
    errors: ['not_found'],
    example: { params: { id: '$SENDING_DOMAIN_ID' } },
  },
});
