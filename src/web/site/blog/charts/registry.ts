import type { ComponentType } from 'react';
import { AnnotatedAlert } from './annotated-alert.tsx';
import { Clusters } from './clusters.tsx';
import { Crossings } from './crossings.tsx';
import { DraftChecks } from './draft-checks.tsx';
import { MovesPerYear } from './moves-per-year.tsx';
import { OneWeek } from './one-week.tsx';
import { PacingLanes } from './pacing.tsx';
import { ReviewLoad } from './review-load.tsx';
import { ThresholdTable } from './threshold-table.tsx';
import { TwoColumns } from './two-columns.tsx';

/** The charts that a post may name: `<div data-figure="clusters"></div>` in its Markdown. */
export const CHARTS: Readonly<Record<string, ComponentType>> = {
  'threshold-table': ThresholdTable,
  'moves-per-year': MovesPerYear,
  clusters: Clusters,
  'annotated-alert': AnnotatedAlert,
  'two-columns': TwoColumns,
  'draft-checks': DraftChecks,
  'one-week': OneWeek,
  pacing: PacingLanes,
  crossings: Crossings,
  'review-load': ReviewLoad,
};
