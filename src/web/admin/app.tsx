import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { setAccess } from '#src/web/dashboard/lib/access.ts';
import { createQueryClient } from '#src/web/dashboard/lib/query-client.ts';
import { sessionAccess } from '#src/web/dashboard/lib/session-access.ts';
import { Guard } from '#src/web/dashboard/shell/guard.tsx';
import { Loading } from '#src/web/dashboard/shell/loading.tsx';
import { RouteError } from '#src/web/dashboard/shell/route-error.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { SCREENS } from './features/registry.ts';
import { Gate } from './shell/gate.tsx';
import { NotFound } from './shell/not-found.tsx';

setAccess(sessionAccess);

const createRouter = () =>
  createBrowserRouter(
    [
      {
        element: (
          <Guard>
            <Gate />
          </Guard>
        ),
        HydrateFallback: Loading,
        children: [
          {
            errorElement: <RouteError />,
            children: [...SCREENS.flatMap((screen) => screen.routes), { path: '*', element: <NotFound /> }],
          },
        ],
      },
    ],
    { basename: '/admin' },
  );

/** The operator console: one page for every /admin path. To whoever is no operator it is a page that is not there. */
export function App() {
  const [router] = useState(createRouter);
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
