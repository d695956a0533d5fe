import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

/** Recorded data beside the project. SHARED_DATA names another folder, or one that is missing. */
const FOLDER = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data');

export const sharedPath = (path: string): string => join(FOLDER, path);

export const hasShared = (path: string): boolean => existsSync(sharedPath(path));

const titled = (name: string, path: string): string =>
  hasShared(path) ? name : `${name} (../shared/data/${path} is missing)`;

/** Tests that read `path` of the shared data. Where it is missing they are skipped and say why. */
export const describeWithShared = (name: string, path: string, body: () => void): void => {
  const suite = hasShared(path) ? describe : describe.skip;
  suite(titled(name, path), body);
};

export const itWithShared = (
  name: string,
  path: string,
  body: () => void | Promise<void>,
  timeout?: number,
): void => {
  const test = hasShared(path) ? it : it.skip;
  test(titled(name, path), body, timeout);
};

/** The CSV files of a folder, for `it.each`. Where it is missing, one name for all, so a skipped test is counted. */
export const sharedCsvFiles = (folder: string): string[] =>
  hasShared(folder)
    ? readdirSync(sharedPath(folder)).filter((name) => name.endsWith('.csv'))
    : [`every file of ${folder}`];
