import { expect, it } from 'vitest';
import { readMigrations } from './migrate.ts';

it('has a migration for every number, and one only', async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(8);
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});
