/*
 * How colors look to readers who are color-blind, and how far apart two colors are. Simulation after Machado, Oliveira and
 * Fernandes 2009 (severity 1, on linear RGB); distance in OKLab (Ottosson 2020), where black and white are 1 apart.
 */
type Triple = [number, number, number];

const MATRICES = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;
export type Vision = keyof typeof MATRICES;
export const VISIONS = Object.keys(MATRICES) as Vision[];

const linearOf = (hex: string): Triple => {
  const part = (at: number): number => {
    const s = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
};

const times = (matrix: readonly number[], [a, b, c]: Triple): Triple => {
  const row = (at: number): number =>
    (matrix[at] ?? 0) * a + (matrix[at + 1] ?? 0) * b + (matrix[at + 2] ?? 0) * c;
  return [row(0), row(3), row(6)];
};

function okLab(rgb: Triple): Triple {
  const lms = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619,
      0.2817188376, 0.6299787005,
    ],
    rgb,
  ).map(Math.cbrt) as Triple;
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371,
      0.7827717662, -0.808675766,
    ],
    lms,
  );
}

/** How far apart two colors look, 0 to 1. */
export function distance(one: string, other: string, vision: Vision): number {
  const [a, b] = [one, other].map((hex) =>
    okLab(times(MATRICES[vision], linearOf(hex)).map((value) => Math.min(1, Math.max(0, value))) as Triple),
  ) as [Triple, Triple];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
