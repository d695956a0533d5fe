import { authClient } from '#src/web/auth/client.ts';
import type { Access } from './access.ts';

/** The session of whoever is signed in to this browser. */
export const sessionAccess: Access = {
  token: async () => (await authClient().getSession()).data.session?.access_token ?? null,
  stale: new Set(['no_authorization', 'bad_jwt', 'session_not_found', 'user_not_found']),
  renew: async () => {
    const { error } = await authClient().refreshSession();
    return !error ? 'renewed' : error.status === 0 ? 'later' : 'gone';
  },
  leave: async () => {
    await authClient().signOut({ scope: 'local' });
  },
  readOnly: null,
};
