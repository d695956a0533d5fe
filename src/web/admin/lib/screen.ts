import type { RouteObject } from 'react-router';
import type { OperatorMe } from '#src/shared/operator.ts';

/** A part of the console: a folder in features/ and one line in features/registry.ts. */
export type Screen = {
  /** `count` of what waits stands beside the label. */
  menu: { label: string; to: string; count?: keyof OperatorMe['counts'] };
  /** Paths below /admin, loaded when first opened. */
  routes: RouteObject[];
};
