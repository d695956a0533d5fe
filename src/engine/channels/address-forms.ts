import type { ChannelKind } from '#src/shared/alerts.ts';
import type { AddressForm } from './channel.ts';
import { channels } from './registry.ts';

/** How each channel that reaches people writes their addresses. */
export const addressForms = (): (AddressForm & { kind: ChannelKind; title: string; isDevice?: true })[] =>
  channels().flatMap(({ kind, title, address, devices }) =>
    address ? [{ kind, title, ...address, ...(devices && { isDevice: true as const }) }] : [],
  );
