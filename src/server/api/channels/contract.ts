import { channelFaceSchema, channelsSchema } from '#src/shared/channels.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Channel = component({
  name: 'Channel',
  schema: channelFaceSchema,
  fields: {
    planClass: 'How plans sell it: `included` in all of them, or as messaging, social or trading.',
    target: 'Whether it reaches people at an `address`, everyone at a `destination`, or `both`.',
    connects: 'False where it only works with the installation’s own account.',
    fields: 'What a connection is made of. A `secret` one is stored encrypted and never returned.',
    steps: 'What to do at the provider before connecting.',
    limits: 'In the provider’s own units; null is no limit.',
    cost: 'What the provider charges for one message, or a sentence on what that depends on; null for nothing.',
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
      'Every channel of this installation, with the fields and steps of its connections, its limits and what it can do.',
    answer: { status: 200, says: 'The channels.', schema: Channels },
  },
});
