import { readFileSync } from 'node:fs';

const tokens = readFileSync(new URL('../../src/web/ui/tokens.css', import.meta.url), 'utf8');

/** A colour of the design system by day, as #rrggbb. @throws Error where there is none of that name */
export function dayColor(name: string): string {
  const color = new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens)?.[1];
  if (!color) throw new Error(`tokens.css has no colour ${name}.`);
  return color;
}
