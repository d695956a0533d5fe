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
  /** For what the others lack: Japanese, and names in its script. */
  japanese: {
    family: 'BIZ UDPGothic',
    weight: 400,
    file: 'biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
  },
  japaneseBold: {
    family: 'BIZ UDPGothic',
    weight: 700,
    file: 'biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
  },
} as const;
export type Face = keyof typeof FACES;
export const FACE_NAMES = Object.keys(FACES) as readonly Face[];

/** The Japanese face that goes with each. */
const IN_JAPANESE: Readonly<Record<Face, 'japanese' | 'japaneseBold'>> = {
  serif: 'japaneseBold',
  sans: 'japanese',
  bold: 'japaneseBold',
  mono: 'japanese',
  figure: 'japaneseBold',
  japanese: 'japanese',
  japaneseBold: 'japaneseBold',
};
export const isJapanese = (face: Face): boolean => face === IN_JAPANESE[face];

const pathOf = (face: Face): string | null => {
  try {
    return resolve(`@expo-google-fonts/${FACES[face].file}`);
  } catch (error) {
    // An installation from before this package still draws its pictures.
    if (isJapanese(face)) return null;
    throw error;
  }
};
const PATHS = Object.fromEntries(FACE_NAMES.map((face) => [face, pathOf(face)])) as Readonly<
  Record<Face, string | null>
>;

/** How an element of an SVG names a face. */
export const faceAttributes = (face: Face): string =>
  `font-family="${FACES[face].family}" font-weight="${FACES[face].weight}"`;

/** The files that an SVG of ours needs. The Japanese ones are larger than all others, and few pictures need them. */
export const fontFilesFor = (svg: string): string[] =>
  FACE_NAMES.flatMap((face) => {
    const path = PATHS[face];
    return path === null || (isJapanese(face) && !svg.includes(faceAttributes(face))) ? [] : [path];
  });

export const hasJapanese = PATHS.japanese !== null && PATHS.japaneseBold !== null;

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

/** Between thousands in French. A face without it still draws it, half as wide as its space, as HarfBuzz does. */
const NARROW_SPACE = '\u202f';

/** How wide a text is in a face, in the unit of its size. Kerning is left out: it is never wider than this by much. */
export function textWidth(text: string, face: Face, size: number): number {
  const { unitsPerEm, advance } = metricsOf(face);
  let units = 0;
  for (const character of text) {
    const width = advance(character.codePointAt(0) ?? 0);
    const instead = character === NARROW_SPACE ? (advance(0x20) ?? 0) / 2 : unitsPerEm;
    units += width ?? instead;
  }
  return (units / unitsPerEm) * size;
}

/** Whether a face has every character of a text: what it lacks would be drawn as an empty box. */
export function canDraw(text: string, face: Face): boolean {
  const { advance } = metricsOf(face);
  for (const character of text)
    if (character !== NARROW_SPACE && advance(character.codePointAt(0) ?? 0) === null) return false;
  return true;
}

/** The wanted face, or the first of the others that has every character; null where none has. */
export const faceFor = (text: string, wanted: Face): Face | null =>
  ([wanted, 'sans', IN_JAPANESE[wanted]] as const).find((face) => canDraw(text, face)) ?? null;
