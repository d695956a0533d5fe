/**
 * How many rows of a CSV of contacts are imported in a minute: names, addresses, tags and languages, matched against what
 * is there, stored under row security and ready to be undone and searched. A bare COPY of the same rows into a table
 * without an index is printed beside it, and the CPU that a row takes: where other programs run, that says more. The
 * undo is measured as well. Ends with 1 when 100,000 rows take more than a minute.
 *
 *   npm run bench -- contacts-import [rows, 100000 unless told]
 */
import { mkdtempSync, rmSync, chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPeople } from '#src/people/people.ts';
import { type ImportJob, runImport } from '#src/people/import/run.ts';
import { cpuOf } from './support/cpu.ts';
import { printResults } from './support/result.ts';
import { withPeopleDatabase } from './support/people-database.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const GOAL = 100_000;

const rowOf = (n: number): string =>
  `Reader${n % 977} Number${n},reader.${n}@mail${n % 50}.readers.example,${n % 3 === 0 ? 'vip; ' : ''}wave-${n % 7},${['en', 'de', 'pt-BR'][n % 3]},crm-${n}`;
const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
const csv = `name,email,tags,language,external id\n${rows.join('\n')}\n`;

await withPeopleDatabase(async ({ owner, workspaceId, deps }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwire-bench-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'rows.csv');
  writeFileSync(file, csv, { mode: 0o644 });
  await owner.query('create table bare (name text, email text, tags text, language text, external_id text)');
  const copied = await timeOf(() => owner.query(`copy bare from '${file}' with (format csv, header)`));
  rmSync(folder, { recursive: true });

  const jobs: ImportJob[] = [];
  const people = createPeople({ ...deps, enqueue: async (_tx, job) => void jobs.push(job) });
  const by = { workspaceId, actor: { kind: 'system' as const, userId: null, name: 'bench' } };
  const work = async () => {
    for (const job of jobs.splice(0)) await runImport(deps, job);
  };
  const { id, mapping } = await people.imports.upload(by, { name: 'rows.csv', bytes: Buffer.from(csv) });
  await people.imports.check(by, id, { mapping, options: { confirmed: true, onlyNew: false, tags: [] } });
  const checked = await timeOf(work);
  await people.imports.start(by, id);
  const { rows: sessions } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = sessions[0]?.pid ?? 0;
  const before = cpuOf(session);
  const imported = await timeOf(work);
  const after = cpuOf(session);
  const { created } = await people.imports.one(workspaceId, id);
  if (created !== ROWS) throw new Error(`${created} of ${ROWS} rows were created.`);
  await people.imports.undo(by, id);
  const undone = await timeOf(work);

  const perMinute = (seconds: number): number => Math.round((ROWS / seconds) * 60);
  for (const [name, seconds] of Object.entries({
    'dry run': checked,
    import: imported,
    undo: undone,
    'bare COPY': copied,
  }))
    console.log(
      `${name.padEnd(10)} ${seconds.toFixed(2).padStart(8)} s ${perMinute(seconds).toLocaleString('en').padStart(12)} rows a minute`,
    );
  const each = (of: keyof typeof after): number => Math.round((after[of] - before[of]) / ROWS);
  console.log(`CPU of each imported row: ${each('program')} µs here, ${each('database')} µs in the database`);
  printResults([
    { bench: 'contacts-import', ours: perMinute(imported), goal: GOAL, unit: 'rows/min' },
    { bench: 'contacts-import undone', ours: perMinute(undone), goal: GOAL, unit: 'rows/min' },
    {
      bench: 'contacts-import beside COPY',
      ours: perMinute(imported),
      peer: perMinute(copied),
      unit: 'rows/min',
    },
  ]);
  if (perMinute(imported) < GOAL) process.exitCode = 1;
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
