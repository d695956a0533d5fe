import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Choice, chosenSchema, quoteSchema } from '#src/shared/billing.ts';
import { apiGet, apiPost } from '#src/web/lib/api/api.ts';

/** What a choice costs now, as the server counts it. */
export const quoteQuery = ({ planId, addOns }: Choice) => {
  const query = new URLSearchParams([['plan', planId], ...addOns.map((id) => ['add_on', id])]);
  return queryOptions({
    queryKey: ['account', 'quote', query.toString()],
    queryFn: ({ signal }) => apiGet(`/api/v1/billing/quote?${query}`, quoteSchema, signal),
    placeholderData: keepPreviousData,
    // Part of it goes by the time that is left.
    staleTime: 0,
  });
};

export const startCheckout = (choice: Choice) => apiPost('/api/v1/billing/checkout', choice, chosenSchema);
