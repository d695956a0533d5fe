import type { ComponentType } from 'react';
import type { PictureName } from '../../../content/blog-schema.ts';
import { Anatomy } from './anatomy.tsx';
import { CrossingsPicture } from './crossings.tsx';
import { Lanes } from './lanes.tsx';
import { Thresholds } from './thresholds.tsx';

/** The drawing of each post. */
export const PICTURES: Readonly<Record<PictureName, ComponentType>> = {
  thresholds: Thresholds,
  anatomy: Anatomy,
  crossings: CrossingsPicture,
  lanes: Lanes,
};
