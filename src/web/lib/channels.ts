import type { ChannelKind } from '#src/shared/alerts.ts';

/** Channels as people call them. */
export const CHANNEL_LABELS: Readonly<Record<ChannelKind, string>> = { email: 'Email' };
