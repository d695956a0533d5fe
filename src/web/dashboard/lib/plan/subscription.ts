import { queryOptions } from '@tanstack/react-query';

/** Under the topic of the account: news of a plan brings it along. */
export const subscriptionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'subscription', userId],
    queryFn: async ({ signal }) => {
      // The client is loaded when it is needed: it isn't part of the first view.
      const { readSubscription } = await import('./read-subscription.ts');
      return readSubscription(userId, { signal });
    },
  });
