import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = new URL('./e2e', import.meta.url).pathname;
/** Addresses that journeys only read, or that belong to nobody's account. */
const SHARED = new Set(['support@bellwire.example']);

test('no two files of journeys open an account with the same address', () => {
  // A program outlives the file it was started for when the next file of the same worker needs one as well.
  const owners = new Map<string, Set<string>>();
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.spec.ts'),
  );
  for (const file of files)
    for (const [address] of readFileSync(join(FOLDER, file), 'utf8').matchAll(/[\w.+-]+@[\w.-]+\.example\b/g))
      owners.set(address, (owners.get(address) ?? new Set()).add(file));
  expect(owners.size).toBeGreaterThan(20);
  const twice = [...owners].filter(([address, by]) => by.size > 1 && !SHARED.has(address));
  expect(twice.map(([address, by]) => `${address}: ${[...by].sort().join(', ')}`)).toEqual([]);
});
