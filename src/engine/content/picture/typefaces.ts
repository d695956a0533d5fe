import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Metrics, readMetrics } from './font-metrics.ts';

const { resolve } = createRequire(import.meta.url);

/** The typefaces of pictures. Fonts are given by file: those of the machine would make other pictures elsewhere. */
const FACES = {
  serif: { family: 'Newsreader', weight: 500, file: 'newsreader/500Medium/Newsreader_500Medium.ttf' },
  sans: { family: 'Inter', weight: 400, file: 'inter/400Regular/Inter_400Regular.ttf' },
  mono: {
    family: 'JetBrains Mono',
    weight: 400,
    file: 'jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
  },
  figure: {
    family: 'JetBrains Mono',
    weight: 600,
    file: 'jetbrains-mono/600SemiBold/JetBrainsMono_600SemiBold.ttf',
  },
} as const;
export type Face = keyof typeof FACES;

const pathOf = (face: Face): string => resolve(`@expo-google-fonts/${FACES[face].file}`);
export const FONT_FILES: readonly string[] = (Object.keys(FACES) as Face[]).map(pathOf);

export const familyOf = (face: Face): { family: string; weight: number } => FACES[face];

const read = new Map<Face, Metrics>();
const metricsOf = (face: Face): Metrics => {
  const known = read.get(face) ?? readMetrics(readFileSync(pathOf(face)));
  read.set(face, known);
  return known;
};

/** How wide a text is in a face, in the unit of its size. Kerning is left out: it is never wider than this by much. */
export function textWidth(text: string, face: Face, size: number): number {
  const { unitsPerEm, advance } = metricsOf(face);
  let units = 0;
  for (const character of text) units += advance(character.codePointAt(0) ?? 0) ?? unitsPerEm;
  return (units / unitsPerEm) * size;
}

/** Whether a face has every character of a text: what it lacks would be drawn as an empty box. */
export function canDraw(text: string, face: Face): boolean {
  const { advance } = metricsOf(face);
  for (const character of text) if (advance(character.codePointAt(0) ?? 0) === null) return false;
  return true;
}
