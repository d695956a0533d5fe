import type { ChannelKind } from '#src/shared/alerts.ts';

/** A channel by its kind with a capital letter, where its title isn't loaded. */
export const plainChannelTitle = (kind: ChannelKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
