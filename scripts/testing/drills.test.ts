import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DRILLS } from './drills.ts';

it.each(Object.values(DRILLS).flatMap(({ files }) => files))('%s has a long form', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/\b(drill|sequences|isDrawn)\(/);
});
