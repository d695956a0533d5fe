import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from './features/registry.ts';
import { setAccess } from './lib/access.ts';
import { createQueryClient } from './lib/query-client.ts';
import { Address, loadFirst, OpenScreen } from './lib/screens/screens.tsx';
import { sessionAccess } from './lib/session-access.ts';
import { subscribeWorkspace, workspaceVersion } from './lib/workspace/choice.ts';
import { Guard } from './shell/guard.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

const BASE = '/dashboard';
const ROUTES = FEATURES.flatMap((feature) => feature.routes);
const notFound = <NotFound />;

setAccess(sessionAccess);
loadFirst({ basename: BASE, routes: ROUTES });

/** The account area: one page for every /dashboard/* path. */
export function App() {
  // A switch of the workspace begins anew: nothing that was fetched, or is on its way, belongs to the other one.
  const version = useSyncExternalStore(subscribeWorkspace, workspaceVersion);
  const queries = useMemo(() => ({ version, client: createQueryClient() }), [version]);
  return (
    <AuthProvider onEntered="stay" early>
      <QueryClientProvider key={queries.version} client={queries.client}>
        <Address basename={BASE}>
          <Guard>
            <Shell>
              <OpenScreen routes={ROUTES} notFound={notFound} />
            </Shell>
          </Guard>
        </Address>
      </QueryClientProvider>
      <Toaster />
    </AuthProvider>
  );
}
