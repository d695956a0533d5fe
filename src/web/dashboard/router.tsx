import type { ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import type { Feature } from './lib/feature.ts';
import { Loading } from './shell/loading.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';

/** The screens of these features below `basename`, inside `frame` (which shows the one that is open as its outlet). */
export const createRouter = (basename: string, frame: ReactNode, features: readonly Feature[]) =>
  createBrowserRouter(
    [
      {
        element: frame,
        HydrateFallback: Loading,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              ...features.flatMap((feature) => feature.routes),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
    { basename },
  );
