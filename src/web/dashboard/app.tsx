import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from './features/registry.ts';
import { setAccess } from '#src/web/lib/api/access.ts';
import { FeaturesProvider } from './lib/features.ts';
import { createQueryClient } from '#src/web/lib/api/query-client.ts';
import { Address, loadFirst, OpenScreen } from '#src/web/lib/screens/screens.tsx';
import { sessionAccess } from '#src/web/lib/api/session-access.ts';
import { subscribeWorkspace, workspaceVersion } from '#src/web/lib/api/workspace.ts';
import { Guard } from '#src/web/lib/shell/guard.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

const BASE = '/dashboard';
const ROUTES = FEATURES.flatMap((feature) => feature.routes);
const notFound = <NotFound />;

setAccess(sessionAccess);
loadFirst({ basename: BASE, routes: ROUTES });

/** The account area: one page for every /dashboard/* path. */
export function App() {
  // A switch of the workspace starts over: nothing that was fetched, or is being fetched, belongs to the new one.
  const version = useSyncExternalStore(subscribeWorkspace, workspaceVersion);
  const queries = useMemo(() => ({ version, client: createQueryClient() }), [version]);
  return (
    <AuthProvider onEntered="stay" early>
      <QueryClientProvider key={queries.version} client={queries.client}>
        <Address basename={BASE}>
          <Guard>
            <FeaturesProvider value={FEATURES}>
              <Shell>
                <OpenScreen routes={ROUTES} notFound={notFound} />
              </Shell>
            </FeaturesProvider>
          </Guard>
        </Address>
      </QueryClientProvider>
      <Toaster />
    </AuthProvider>
  );
}
