/**
 * Builds what `npm start` runs and serves: the program as one file, the site (Astro) with compressed copies, and the
 * recorded series of the demo.
 * Does nothing when nothing it depends on has changed.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildServer } from './build-server.ts';
import { filesIn, fingerprint } from './fingerprint.ts';
import { finishSite } from './site/finish.ts';
import { ORIGIN } from '#src/shared/site-origin.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist');
const stamp = join(out, 'built-from');
const SOURCES = [
  'src/web',
  'src/shared',
  'src/engine/detectors',
  'src/engine/indicators',
  // Their declarations, which their pages of documentation are made from.
  'src/engine/channels',
  // The declarations of endpoints, which the reference is made from.
  'src/server/contract',
  'src/server/api',
  'scripts/build.ts',
  'scripts/fingerprint.ts',
  'scripts/site',
  'astro.config.ts',
  '.env.example',
  'package-lock.json',
];
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest']);
const SERIES = 'sp500-2000.csv';

/** Of the API's folders the declarations alone. */
const isSource = (name: string): boolean =>
  !name.startsWith('src/server/api/') || name.endsWith('contract.ts');

function compress(folder: string): void {
  for (const file of filesIn(folder)) {
    if (!COMPRESSED.has(extname(file))) continue;
    const body = readFileSync(file);
    // What names the site's address is finished, and compressed, by the server that knows it.
    if (body.length < 256 || body.includes(ORIGIN)) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
  }
}

function astroBuild(folder: string): void {
  const require = createRequire(import.meta.url);
  const astro = join(require.resolve('astro/package.json'), '..', 'bin', 'astro.mjs');
  const result = spawnSync(process.execPath, [astro, 'build', '--force', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout}\n${result.stderr}\nThe site could not be built.\n`);
    process.exit(1);
  }
}

/** The package names no file of its own that could be asked for, so its folder is found from its entry. */
function recordedSeries(): string {
  const entry = fileURLToPath(import.meta.resolve('vega-datasets'));
  const folder = entry.slice(0, entry.lastIndexOf('vega-datasets') + 'vega-datasets'.length);
  return join(folder, 'data', SERIES);
}

await buildServer();

const now = fingerprint(root, SOURCES, isSource);
const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (before !== now) {
  const started = performance.now();
  process.stdout.write('Building the site …\n');
  // Beside the old one and then in its place: an interrupted build leaves what was there, and is done again.
  mkdirSync(out, { recursive: true });
  // Drafts of builds that were killed; a younger one may belong to a build at work.
  for (const name of readdirSync(out)) {
    const path = join(out, name);
    const old = Date.now() - statSync(path).mtimeMs > 600_000;
    if (name.startsWith('draft-') && old) rmSync(path, { recursive: true, force: true });
  }
  const draft = join(out, `draft-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  astroBuild(join(draft, 'site'));
  await finishSite(join(draft, 'site'), join(out, 'share-pictures'));
  compress(join(draft, 'site'));
  mkdirSync(join(draft, 'recorded'));
  cpSync(recordedSeries(), join(draft, 'recorded', SERIES));
  rmSync(stamp, { force: true });
  for (const part of ['site', 'recorded']) {
    rmSync(join(out, part), { recursive: true, force: true });
    renameSync(join(draft, part), join(out, part));
  }
  rmSync(draft, { recursive: true });
  writeFileSync(`${stamp}.new`, now);
  renameSync(`${stamp}.new`, stamp);
  process.stdout.write(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}
