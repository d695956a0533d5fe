import { queryOptions } from '@tanstack/react-query';
import { billingSchema, checkoutStateSchema } from '#src/shared/billing.ts';
import { apiGet, apiPost, authorizedFetch } from '#src/web/lib/api/api.ts';

const AGAIN_MS = 2_000;

/** What became of a checkout. While it is open, news may come at any moment: it is asked again, for want of a hint. */
export const checkoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'checkout', id],
    queryFn: ({ signal }) =>
      apiGet(`/api/v1/billing/checkouts/${encodeURIComponent(id)}`, checkoutStateSchema, signal),
    refetchInterval: (query) => (query.state.data?.state === 'open' ? AGAIN_MS : false),
  });

export const changePlan = (want: 'cancel' | 'resume') =>
  apiPost(`/api/v1/billing/${want}`, {}, billingSchema);

export async function invoiceFile(id: string): Promise<Blob> {
  return (await authorizedFetch(`/api/v1/billing/invoices/${id}`)).blob();
}
