import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Toaster } from '#src/web/ui/toast/toaster.tsx';
import { FEATURES } from '../features/registry.ts';
import { setAccess } from '#src/web/lib/api/access.ts';
import type { Feature } from '../lib/feature.ts';
import { FeaturesProvider } from '../lib/features.ts';
import { createQueryClient } from '#src/web/lib/api/query-client.ts';
import { Address, loadFirst, OpenScreen } from '#src/web/lib/screens/screens.tsx';
import type { ScreenRoute } from '#src/web/lib/screens/route.ts';
import { NotFound } from '../shell/not-found.tsx';
import { Shell } from '../shell/shell.tsx';
import { demoAccess } from './demo-access.ts';
import { DemoAuth } from './demo-auth.tsx';
import { DemoBar } from './demo-bar.tsx';
import { DemoGate } from './demo-gate.tsx';
import { NotInDemo } from './not-in-demo.tsx';

/** The same screens; what isn't for visitors is explained in its place. */
function shown(feature: Feature): readonly ScreenRoute[] {
  if (feature.demo) return feature.routes;
  const element = <NotInDemo menu={feature.menu} />;
  return feature.routes.map((route) => ({ path: 'path' in route ? route.path : '', element }));
}

const BASE = '/demo';
const ROUTES = FEATURES.flatMap(shown);
const bar = <DemoBar />;
const notFound = <NotFound />;

setAccess(demoAccess);
loadFirst({ basename: BASE, routes: ROUTES });

/** The public demo: the account area's screens over a workspace that can only be read, at /demo/*. */
export function DemoApp() {
  const [queries] = useState(createQueryClient);
  return (
    <DemoAuth>
      <DemoGate>
        <QueryClientProvider client={queries}>
          <Address basename={BASE}>
            <FeaturesProvider value={FEATURES}>
              <Shell bar={bar}>
                <OpenScreen routes={ROUTES} notFound={notFound} />
              </Shell>
            </FeaturesProvider>
          </Address>
        </QueryClientProvider>
      </DemoGate>
      <Toaster />
    </DemoAuth>
  );
}
