import type { OperatorMe } from '#src/shared/operator.ts';
import type { ScreenRoute } from '#src/web/lib/screens/route.ts';

/** A part of the console: a folder in features/ and one line in features/registry.ts. */
export type Screen = {
  /** `count`: what is waiting, shown beside the label. */
  menu: { label: string; to: string; count?: keyof OperatorMe['counts'] };
  /** Paths below /admin, loaded when first opened. */
  routes: readonly ScreenRoute[];
};
