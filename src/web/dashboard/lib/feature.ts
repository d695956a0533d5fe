import type { LucideIcon } from 'lucide-react';
import type { RouteObject } from 'react-router';

/** A part of the account area: a folder in features/ and one line in features/registry.ts. */
export type Feature = {
  /** An entry of the side menu; `topBar` puts the link into the top bar as well. */
  menu?: { label: string; to: string; icon: LucideIcon; topBar?: boolean };
  /** Paths below /dashboard. Load screens with `lazy`, so that each comes when it is first opened. */
  routes: RouteObject[];
};
