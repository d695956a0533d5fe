import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { setAccess } from '#src/web/lib/api/access.ts';
import { createQueryClient } from '#src/web/lib/api/query-client.ts';
import { Address, OpenScreen } from '#src/web/lib/screens/screens.tsx';
import { sessionAccess } from '#src/web/lib/api/session-access.ts';
import { Guard } from '#src/web/lib/shell/guard.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { SCREENS } from './features/registry.ts';
import { Gate } from './shell/gate.tsx';
import { NotFound } from './shell/not-found.tsx';

const BASE = '/admin';
const ROUTES = SCREENS.flatMap((screen) => screen.routes);
const notFound = <NotFound />;

// Nothing is loaded ahead: others don't even learn the names of the screens.
setAccess(sessionAccess);

/** The operator console: one page for every /admin path. For anyone but operators it is a page that doesn't exist. */
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
