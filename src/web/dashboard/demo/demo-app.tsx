import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from '../features/registry.ts';
import { setAccess } from '../lib/access.ts';
import type { Feature } from '../lib/feature.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createRouter } from '../router.tsx';
import { Shell } from '../shell/shell.tsx';
import { demoAccess } from './demo-access.ts';
import { DemoAuth } from './demo-auth.tsx';
import { DemoBar } from './demo-bar.tsx';
import { DemoGate } from './demo-gate.tsx';
import { NotInDemo } from './not-in-demo.tsx';

setAccess(demoAccess);

/** The same screens; what is not for visitors says so in its place. */
function shown(feature: Feature): Feature {
  if (feature.demo) return feature;
  const element = <NotInDemo label={feature.menu?.label ?? null} />;
  return { ...feature, routes: feature.routes.map(({ path = '' }) => ({ path, element })) };
}

const frame = <Shell bar={<DemoBar />} />;

/** The public demo: the account area's screens over a workspace that can only be read, at /demo/*. */
export function DemoApp() {
  const [router] = useState(() => createRouter('/demo', frame, FEATURES.map(shown)));
  const [queries] = useState(createQueryClient);
  return (
    <DemoAuth>
      <DemoGate>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DemoGate>
      <Toaster />
    </DemoAuth>
  );
}
