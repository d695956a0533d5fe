import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { AuthProvider } from '#src/web/auth/auth-provider.tsx';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from './features/registry.ts';
import { createQueryClient } from './lib/query-client.ts';
import { Guard } from './shell/guard.tsx';
import { Loading } from './shell/loading.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';

const createRouter = () =>
  createBrowserRouter(
    [
      {
        element: (
          <Guard>
            <Shell />
          </Guard>
        ),
        HydrateFallback: Loading,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              ...FEATURES.flatMap((feature) => feature.routes),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
    { basename: '/dashboard' },
  );

/** The account area: one page for every /dashboard/* path. */
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
