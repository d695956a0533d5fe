import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * One cache for the account area. A query's key begins with the live topic that refreshes it ('alerts',
 * 'account', 'notifications'): that is how a hint finds what to fetch again, so nothing needs to poll.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Without a network it fails, and the screen shows that: a screen that waits silently looks broken.
        networkMode: 'always',
        refetchOnReconnect: true,
        // What the server has refused stays refused; what it was too busy for may pass.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && isRefusal(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;
