import { createContext, useContext } from 'react';
import type { Feature } from './feature.ts';

const Features = createContext<readonly Feature[]>([]);

/** Hands the registry to screens that look at all features: importing it from a feature would be a circle. */
export const FeaturesProvider = Features.Provider;
export const useFeatures = (): readonly Feature[] => useContext(Features);
