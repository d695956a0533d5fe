import { keptSession } from '#src/web/auth/kept-session.ts';
import { loadAuthClient } from '#src/web/auth/load-client.ts';
import type { Access } from './access.ts';

/** The session of the user who is signed in to this browser. */
export const sessionAccess: Access = {
  token: async () => {
    const kept = keptSession(Date.now(), new URL(location.href));
    if (kept) return kept.access_token;
    const client = await loadAuthClient();
    return (await client.getSession()).data.session?.access_token ?? null;
  },
  stale: new Set(['no_authorization', 'bad_jwt', 'session_not_found', 'user_not_found']),
  renew: async () => {
    const client = await loadAuthClient().catch(() => null);
    if (client === null) return 'later';
    const { error } = await client.refreshSession();
    return !error ? 'renewed' : error.status === 0 ? 'later' : 'gone';
  },
  leave: async () => {
    const client = await loadAuthClient();
    await client.signOut({ scope: 'local' });
  },
  readOnly: null,
};
