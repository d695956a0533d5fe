import type { ComponentType, ReactNode } from 'react';

/** A path below the area's own and what stands there: `lazy` comes when it is first opened. */
export type ScreenRoute = ({ index: true } | { path: string }) &
  ({ lazy: () => Promise<{ Component: ComponentType }> } | { element: ReactNode });
