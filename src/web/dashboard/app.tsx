import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from './features/registry.ts';
import { setAccess } from './lib/access.ts';
import { createQueryClient } from './lib/query-client.ts';
import { sessionAccess } from './lib/session-access.ts';
import { subscribeWorkspace, workspaceVersion } from './lib/workspace/choice.ts';
import { createRouter } from './router.tsx';
import { Guard } from './shell/guard.tsx';
import { Shell } from './shell/shell.tsx';

setAccess(sessionAccess);

const frame = (
  <Guard>
    <Shell />
  </Guard>
);

/** The account area: one page for every /dashboard/* path. */
export function App() {
  const [router] = useState(() => createRouter('/dashboard', frame, FEATURES));
  // A switch of the workspace begins anew: nothing that was fetched, or is on its way, belongs to the other one.
  const version = useSyncExternalStore(subscribeWorkspace, workspaceVersion);
  const queries = useMemo(() => ({ version, client: createQueryClient() }), [version]);
  return (
    <AuthProvider onEntered="stay">
      <QueryClientProvider key={queries.version} client={queries.client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toaster />
    </AuthProvider>
  );
}
