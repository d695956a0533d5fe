import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { setAccess } from '#src/web/dashboard/lib/access.ts';
import { createQueryClient } from '#src/web/dashboard/lib/query-client.ts';
import { Address, OpenScreen } from '#src/web/dashboard/lib/screens/screens.tsx';
import { sessionAccess } from '#src/web/dashboard/lib/session-access.ts';
import { Guard } from '#src/web/dashboard/shell/guard.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { SCREENS } from './features/registry.ts';
import { Gate } from './shell/gate.tsx';
import { NotFound } from './shell/not-found.tsx';

const BASE = '/admin';
const ROUTES = SCREENS.flatMap((screen) => screen.routes);
const notFound = <NotFound />;

// Nothing is loaded ahead: whoever is no operator learns not even the names of the screens.
setAccess(sessionAccess);

/** The operator console: one page for every /admin path. To whoever is no operator it is a page that is not there. */
export function App() {
  const [queries] = useState(createQueryClient);
  return (
    <AuthProvider onEntered="stay" early>
      <QueryClientProvider client={queries}>
        <Address basename={BASE}>
          <Guard>
            <Gate>
              <OpenScreen routes={ROUTES} notFound={notFound} />
            </Gate>
          </Guard>
        </Address>
      </QueryClientProvider>
      <Toaster />
    </AuthProvider>
  );
}
