import type { ChannelFace, ChannelField } from '#src/shared/channels.ts';
import type { AddressForm, Channel, Field } from './channel.ts';

const formFace = (form: AddressForm | null, isDevice = false) =>
  form && {
    label: form.label,
    placeholder: form.placeholder,
    only: form.only ?? null,
    from: form.from ?? null,
    isPublic: form.isPublic ?? false,
    isDevice,
  };

const fieldFace = (field: Field): ChannelField => ({
  name: field.name,
  label: field.label,
  help: field.help ?? null,
  placeholder: field.placeholder ?? null,
  secret: field.secret,
  required: field.optional !== true,
  input: field.input ?? 'text',
  options: [...(field.options ?? [])],
  makes: field.makes ?? null,
  showsFor: field.showsFor ?? null,
});

/** A channel's declaration as screens and programs read it. */
export const faceOf = (channel: Channel): ChannelFace => ({
  kind: channel.kind,
  title: channel.title,
  summary: channel.summary,
  planClass: channel.planClass,
  target: channel.address && channel.destination ? 'both' : channel.address ? 'address' : 'destination',
  address: formFace(channel.address, channel.devices !== undefined),
  destination: formFace(channel.destination),
  hasOwnAccount: channel.hasOwnAccount,
  connects: channel.fields.length > 0,
  fields: channel.fields.map(fieldFace),
  steps: [...channel.steps],
  senderFields: channel.senderFields.map(fieldFace),
  limits: channel.limits,
  accountRate: channel.accountRate ?? null,
  picture: channel.picture,
  capabilities: {
    ...channel.capabilities,
    edits: channel.edit !== undefined,
    readBack: channel.readBack !== undefined,
    receipts: channel.receive !== undefined,
    replays: channel.replays !== undefined,
  },
  noTests: channel.noTests ?? null,
  lookUp: channel.lookUp ? { cost: channel.lookUp.cost } : null,
  cost: channel.cost,
});
