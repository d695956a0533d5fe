import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from './features/registry.ts';
import { setAccess } from './lib/access.ts';
import { createQueryClient } from './lib/query-client.ts';
import { sessionAccess } from './lib/session-access.ts';
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
  const [queries] = useState(createQueryClient);
  return (
    <AuthProvider onEntered="stay">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toaster />
    </AuthProvider>
  );
}
