import type { ChannelKind } from '#src/shared/alerts.ts';

/** A channel by its kind, where its title isn't loaded: 'email' is 'Email'. */
export const plainChannelTitle = (kind: ChannelKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
