import { channelFaceSchema, channelsSchema } from '#src/shared/channels.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Channel = component({
  name: 'Channel',
  schema: channelFaceSchema,
  fields: {
    planClass: 'How plans include it: `included` in all plans, or as a messaging, social or trading channel.',
    target: 'Whether it reaches people at an `address`, everyone at a `destination`, or `both`.',
    connects: 'False if it only works with the installation’s own account.',
    fields: 'Fields of a connection. `secret` fields are stored encrypted and never returned.',
    steps: 'What to do at the provider before connecting.',
    limits: 'In the provider’s own units; null means no limit.',
    cost: 'The provider’s price per message, or what it depends on; null if free.',
  },
});
const Channels = component({
  name: 'Channels',
  schema: channelsSchema,
  fields: {
    practice:
      'Kinds that can be tried without an account at the provider (POST /connections/practice). Empty except on a development machine.',
    authorize:
      'Kinds whose accounts are connected by signing in at the provider (POST /connections/authorize). `practice`: at the practice provider of a development machine.',
  },
  holds: [Channel],
});

export const CHANNELS = endpoints('Channels', {
  list: {
    method: 'get',
    path: '/channels',
    needs: 'open',
    anywhere: true,
    summary: 'List channels',
    description:
      'All channels of this installation, with connection fields, set-up steps, limits and features.',
    answer: { status: 200, says: 'The channels.', schema: Channels },
  },
});
