import { expect, test } from 'vitest';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { detectorFace } from './detectors.ts';

test.each(DETECTORS)('$name has the title and unit of its definition', ({ name, title, unit }) => {
  expect(detectorFace(name), `Add ${name} to DETECTORS in detectors.ts.`).toEqual({ title, unit });
});

test('a detector that this page doesn’t understand is named by itself', () => {
  expect(detectorFace('opening_range')).toEqual({ title: 'Opening range', unit: 'level' });
});
