import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PaletteSource } from './palette.ts';
import type { ScreenRoute } from '#src/web/lib/screens/route.ts';
import type { Permission } from '#src/shared/permissions.ts';
import type { FirstRunStep } from '#src/shared/first-run.ts';

/** A step of the first-run path on Home. When it is done is the server's to know (src/db/queries/first-run.ts). */
export type FirstRunOffer = {
  step: FirstRunStep;
  label: string;
  /** What it is good for, and how. */
  sentence: string;
  action: { label: string; to: string };
  /** Offered to members who may do it. */
  needs?: Permission;
};

/** A part of the account area: a folder in features/ and one line in features/registry.ts. */
export type Feature = {
  /** An entry of the side menu; `topBar` puts the link into the top bar as well; `g` and `key` go there. */
  menu?: {
    label: string;
    to: string;
    icon: LucideIcon;
    topBar?: boolean;
    key?: string;
    /** Only for those who may do it. */
    needs?: Permission;
    /** A number at the end of the entry. Loads after the first view. */
    count?: () => Promise<{ Count: ComponentType }>;
  };
  /** What it asks of a new workspace. */
  firstRun?: readonly FirstRunOffer[];
  /** What it brings to the command palette: loaded when that is opened. */
  palette?: () => Promise<PaletteSource | readonly PaletteSource[]>;
  /** Also shown in the public demo: for readers, everything on it works or is explained. */
  demo?: true;
  /** Paths below /dashboard. Load screens with `lazy`, so that each comes when it is first opened. */
  routes: readonly ScreenRoute[];
};
