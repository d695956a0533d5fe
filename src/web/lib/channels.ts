import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { type ChannelFace, channelsSchema } from '#src/shared/channels.ts';
import { apiGet } from './api/api.ts';
import { plainChannelTitle } from './channel-title.ts';

/** They change with a new version of the program only. */
const answerQuery = queryOptions({
  queryKey: ['channel-kinds'],
  queryFn: ({ signal }) => apiGet('/api/v1/channels', channelsSchema, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
export const channelsQuery = queryOptions({ ...answerQuery, select: ({ items }) => items });
/** The kinds that can be tried without an account at the provider: some on a development machine, else none. */
export const practiceQuery = queryOptions({ ...answerQuery, select: ({ practice }) => practice });
/** The kinds whose accounts are connected by signing in at the provider. */
export const authorizeQuery = queryOptions({ ...answerQuery, select: ({ authorize }) => authorize });

const NONE: readonly ChannelFace[] = [];

/** Every channel of the installation; none until they are loaded. */
export const useChannels = (): readonly ChannelFace[] => useQuery(channelsQuery).data ?? NONE;

/** Names channels as people call them; by their kind until they are loaded. */
export function useChannelTitle(): (kind: ChannelKind) => string {
  const channels = useChannels();
  return (kind) => channels.find((channel) => channel.kind === kind)?.title ?? plainChannelTitle(kind);
}
