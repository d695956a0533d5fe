import type { ChannelKind } from '#src/shared/alerts.ts';
import type { AddressForm } from './channel.ts';
import { channels } from './registry.ts';

/** How each channel that reaches people writes their addresses. */
export const addressForms = (): (AddressForm & { kind: ChannelKind; title: string })[] =>
  channels().flatMap(({ kind, title, address }) => (address ? [{ kind, title, ...address }] : []));
