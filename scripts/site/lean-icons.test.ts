import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutKeys } from './lean-icons.ts';

const folder = join(
  dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')),
  'dist/esm/icons',
);

it('takes the keys out of an icon, and nothing else', () => {
  const bell = readdirSync(folder).find((name) => /^bell\.m?js$/.test(name)) ?? '';
  const before = readFileSync(join(folder, bell), 'utf8');
  const after = withoutKeys(before);
  expect(before).toContain('key: "');
  expect(after).not.toContain('key:');
  const shapes = (code: string) => [...code.matchAll(/d: "([^"]+)"/g)].map(([, shape]) => shape);
  expect(shapes(after)).toEqual(shapes(before));
  expect(after).toContain('createLucideIcon');
});
