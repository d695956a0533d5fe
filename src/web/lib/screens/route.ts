import type { ComponentType, ReactNode } from 'react';

/** A path below the area's own and its screen: `lazy` loads when it is first opened. */
export type ScreenRoute = ({ index: true } | { path: string }) &
  ({ lazy: () => Promise<{ Component: ComponentType }> } | { element: ReactNode });
