import { queryOptions } from '@tanstack/react-query';
import {
  authorizationSchema,
  type AuthorizeForm,
  authorizeStartSchema,
  type CameBack,
} from '#src/shared/authorizations.ts';
import {
  type ConnectionChange,
  type ConnectionForm,
  connectionSchema,
  connectionsSchema,
  type DestinationChange,
  type DestinationForm,
  destinationSchema,
  testMessageSchema,
} from '#src/shared/connections.ts';
import { replayCountSchema, type ReplayForm, replaySchema, replaysSchema } from '#src/shared/replays.ts';
import { type SenderForm, senderSchema, sendersSchema, sendingDomainSchema } from '#src/shared/senders.ts';
import { apiDelete, apiGet, apiPatch, apiPost } from '#src/web/lib/api/api.ts';
import type { EndWarmUpForm } from '#src/shared/warm-up.ts';

const BASE = '/api/v1/connections';

/** Under the live topic `channels`: the server hints when the health of one changes. */
export const connectionsQuery = queryOptions({
  queryKey: ['channels', 'connections'],
  queryFn: async ({ signal }) => (await apiGet(BASE, connectionsSchema, signal)).items,
});

export const addConnection = (form: ConnectionForm) => apiPost(BASE, form, connectionSchema);
export const addPractice = (channel: string) => apiPost(`${BASE}/practice`, { channel }, connectionSchema);
export const startAuthorize = (form: AuthorizeForm) =>
  apiPost(`${BASE}/authorize`, form, authorizeStartSchema);
/** Under the live topic too: what was started in another tab may end there. */
export const authorizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'authorizations', id],
    queryFn: ({ signal }) =>
      apiGet(`${BASE}/authorizations/${encodeURIComponent(id)}`, authorizationSchema, signal),
  });
export const finishAuthorize = (came: CameBack) =>
  apiPost(`${BASE}/authorizations`, came, authorizationSchema);
export const chooseAccount = (id: string, account: string) =>
  apiPost(`${BASE}/authorizations/${id}/choose`, { account }, connectionSchema);
export const changeConnection = (id: string, change: ConnectionChange) =>
  apiPatch(`${BASE}/${id}`, change, connectionSchema);
export const checkConnection = (id: string) => apiPost(`${BASE}/${id}/check`, {}, connectionSchema);
export const removeConnection = (id: string) => apiDelete(`${BASE}/${id}`);
export const addDestination = (id: string, form: DestinationForm) =>
  apiPost(`${BASE}/${id}/destinations`, form, destinationSchema);
export const testDestination = (id: string) =>
  apiPost(`/api/v1/destinations/${id}/test`, {}, testMessageSchema);
export const changeDestination = (id: string, change: DestinationChange) =>
  apiPatch(`/api/v1/destinations/${id}`, change, destinationSchema);
export const removeDestination = (id: string) => apiDelete(`/api/v1/destinations/${id}`);

export const replaysQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'replays', id],
    queryFn: async ({ signal }) => (await apiGet(`${BASE}/${id}/replays`, replaysSchema, signal)).items,
  });
export const countReplay = (id: string, form: ReplayForm) =>
  apiPost(`${BASE}/${id}/replays/count`, form, replayCountSchema);
export const startReplay = (id: string, form: ReplayForm) =>
  apiPost(`${BASE}/${id}/replays`, form, replaySchema);
export const stopReplay = (id: string) => apiPost(`/api/v1/replays/${id}/stop`, {}, replaySchema);

export const sendersQuery = queryOptions({
  queryKey: ['channels', 'senders'],
  queryFn: async ({ signal }) => (await apiGet('/api/v1/senders', sendersSchema, signal)).items,
});
export const setSender = (form: SenderForm) => apiPost('/api/v1/senders', form, senderSchema);
export const endWarmUp = (id: string, form: EndWarmUpForm) =>
  apiPost(`/api/v1/sending-domains/${id}/end-warm-up`, form, sendingDomainSchema);
export const checkDomain = (id: string) =>
  apiPost(`/api/v1/sending-domains/${id}/check`, {}, sendingDomainSchema);
