import { expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';

it('has a number for every migration, and none twice', async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(8);
  const versions = migrations.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(migrations.every(({ name, version }) => name.startsWith(String(version).padStart(4, '0')))).toBe(
    true,
  );
});
