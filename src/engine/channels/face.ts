import type { ChannelFace, ChannelField } from '#src/shared/channels.ts';
import type { Channel, Field } from './channel.ts';

const fieldFace = (field: Field): ChannelField => ({
  name: field.name,
  label: field.label,
  help: field.help ?? null,
  placeholder: field.placeholder ?? null,
  secret: field.secret,
  required: field.optional !== true,
  input: field.input ?? 'text',
  options: [...(field.options ?? [])],
});

/** A channel's declaration as screens and programs read it. */
export const faceOf = (channel: Channel): ChannelFace => ({
  kind: channel.kind,
  title: channel.title,
  planClass: channel.planClass,
  target: channel.address && channel.destination ? 'both' : channel.address ? 'address' : 'destination',
  connects: channel.fields.length > 0,
  fields: channel.fields.map(fieldFace),
  steps: [...channel.steps],
  senderFields: channel.senderFields.map(fieldFace),
  limits: channel.limits,
  capabilities: channel.capabilities,
  cost: channel.cost,
});
