import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Metrics, readMetrics } from './font-metrics.ts';

const { resolve } = createRequire(import.meta.url);

/** The typefaces of pictures. Fonts are given by file: those of the machine would make other pictures elsewhere. */
const FACES = {
  serif: { family: 'Newsreader', weight: 500, file: 'newsreader/500Medium/Newsreader_500Medium.ttf' },
  sans: { family: 'Inter', weight: 400, file: 'inter/400Regular/Inter_400Regular.ttf' },
  bold: { family: 'Inter', weight: 600, file: 'inter/600SemiBold/Inter_600SemiBold.ttf' },
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
  /** For what the others lack, if its package is installed. */
  japanese: { family: 'Noto Sans JP', weight: 500, file: 'noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf' },
} as const;
export type Face = keyof typeof FACES;

const pathOf = (face: Face): string | null => {
  try {
    return resolve(`@expo-google-fonts/${FACES[face].file}`);
  } catch (error) {
    if (face === 'japanese') return null;
    throw error;
  }
};
const PATHS = Object.fromEntries(
  (Object.keys(FACES) as Face[]).map((face) => [face, pathOf(face)]),
) as Readonly<Record<Face, string | null>>;

/** The files that an SVG of ours needs. The Japanese one is larger than all others, and few pictures need it. */
export const fontFilesFor = (svg: string): string[] =>
  (Object.keys(FACES) as Face[]).flatMap((face) => {
    const path = PATHS[face];
    return path === null || (face === 'japanese' && !svg.includes(FACES.japanese.family)) ? [] : [path];
  });

export const hasJapanese = PATHS.japanese !== null;

export const familyOf = (face: Face): { family: string; weight: number } => FACES[face];

const NOTHING: Metrics = { unitsPerEm: 1000, advance: () => null };
const read = new Map<Face, Metrics>();
function metricsOf(face: Face): Metrics {
  const known = read.get(face);
  if (known) return known;
  const path = PATHS[face];
  const metrics = path === null ? NOTHING : readMetrics(readFileSync(path));
  read.set(face, metrics);
  return metrics;
}

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

/** The wanted face, or the first of the others that has every character; null where none has. */
export const faceFor = (text: string, wanted: Face): Face | null =>
  ([wanted, 'sans', 'japanese'] as const).find((face) => canDraw(text, face)) ?? null;
