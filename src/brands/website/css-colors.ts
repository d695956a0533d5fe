export type FoundColor = { color: string; from: string; score: number };

const COLOR = /#[0-9a-f]{3,8}\b|rgba?\([^()]{1,60}\)|hsla?\([^()]{1,60}\)/gi;

const hex = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const part = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return hex([part(0), part(8), part(4)]);
}

/** A CSS color as #rrggbb; null for one that is seen through by half or more, and for what is none. */
export function cssColor(text: string): string | null {
  const value = text.trim().toLowerCase();
  if (/^#[0-9a-f]+$/.test(value)) {
    const digits = value.slice(1);
    const long = digits.length <= 4 ? Array.from(digits, (digit) => digit + digit).join('') : digits;
    if (long.length !== 6 && long.length !== 8) return null;
    return long.length === 8 && Number.parseInt(long.slice(6), 16) < 128 ? null : `#${long.slice(0, 6)}`;
  }
  const [, model, inside = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(value) ?? [];
  if (model === undefined) return null;
  const parts = inside.split(/[\s,/]+/).filter(Boolean);
  const [a = Number.NaN, b = Number.NaN, c = Number.NaN, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part),
  );
  if (![a, b, c].every(Number.isFinite) || alpha < 0.5) return null;
  if (model === 'hsl') return fromHsl(((a % 360) + 360) % 360, b, c);
  return hex([a, b, c].map((part, at) => (parts[at]?.endsWith('%') ? part * 255 : part)));
}

/** How colorful, 0 to 1: greys are rarely a brand. */
export function chroma(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return (Math.max(...parts) - Math.min(...parts)) / 255;
}

/** Of custom properties, by what they are called; the first that fits. */
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/brand/i, 90],
  [/primary(?!.*(?:text|fg|foreground))/i, 80],
  [/accent/i, 70],
  [/theme|main|key/i, 60],
  [/link|cta|button|btn/i, 50],
];
/** Of rules, by what they are for. */
const RULES: readonly (readonly [selector: RegExp, property: RegExp, score: number, from: string])[] = [
  [/\b(?:header|navbar|masthead|topbar)\b/i, /^background(?:-color)?$/, 75, 'Header'],
  [/(?:\.btn|\.button|\bbutton)\b/i, /^background(?:-color)?$/, 65, 'Buttons'],
  [/(?:^|[\s,])a(?:$|[\s,:.[])/, /^color$/, 55, 'Links'],
];

/** The colors of style sheets that are likely a brand's. */
export function sheetColors(css: string): FoundColor[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const found: FoundColor[] = [];
  const counts = new Map<string, number>();
  for (const [, selector = '', body = ''] of text.matchAll(/([^{}]{0,2000})\{([^{}]*)\}/g)) {
    for (const declaration of body.split(';')) {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, colon).trim();
      const value = declaration.slice(colon + 1);
      const color = [...value.matchAll(COLOR)].map(([each]) => cssColor(each)).find((each) => each !== null);
      if (colon < 0 || !color) continue;
      counts.set(color, (counts.get(color) ?? 0) + 1);
      const named = property.startsWith('--') ? NAMED.find(([pattern]) => pattern.test(property)) : undefined;
      if (named) found.push({ color, from: property, score: named[1] });
      const rule = RULES.find(([of, sets]) => of.test(selector) && sets.test(property));
      if (rule) found.push({ color, from: rule[3], score: rule[2] });
    }
  }
  const often = [...counts].filter(([color]) => chroma(color) > 0.25).toSorted(([, a], [, b]) => b - a);
  return [
    ...found,
    ...often.slice(0, 4).map(([color], at) => ({ color, from: 'Style sheet', score: 40 - at })),
  ];
}

const distance = (a: string, b: string): number =>
  [1, 3, 5].reduce(
    (sum, at) =>
      sum + Math.abs(Number.parseInt(a.slice(at, at + 2), 16) - Number.parseInt(b.slice(at, at + 2), 16)),
    0,
  );

/** The likeliest first, without any that looks like one before it; greys come last. */
export function bestColors(found: readonly FoundColor[], max: number): { color: string; from: string }[] {
  const best: { color: string; from: string }[] = [];
  const worth = ({ color, score }: FoundColor): number => score - (chroma(color) < 0.12 ? 100 : 0);
  for (const { color, from } of found.toSorted((a, b) => worth(b) - worth(a)))
    if (best.length < max && best.every((other) => distance(other.color, color) > 40))
      best.push({ color, from });
  return best;
}
