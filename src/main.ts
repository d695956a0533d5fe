import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig, StartError } from './config.ts';
import { tellSpawnedToStop } from './db/embedded/postmaster.ts';
import { signal } from './db/embedded/processes.ts';
import { createLog } from './platform/log/log.ts';
import { collectOnOneThread } from './start/collector.ts';
import { startProgram } from './start/program.ts';

const STOP_WITHIN_MS = 4_800;

/** The program: reads its configuration, starts its roles, says where it is, and stops when asked to. */
async function main(): Promise<void> {
  collectOnOneThread();
  const config = readConfig();
  const log = createLog(config.logLevel);
  await makeDataDir(config);
  const stopping = new AbortController();
  let databasePid = (): number | null => null;
  const onStop = (): void => {
    stopping.abort(new StartError('Stopped before it had started.'));
    // Whatever hangs, the person at the terminal gets it back, and the database is told to stop all the same.
    setTimeout(() => {
      const pid = databasePid();
      if (pid !== null) signal(pid, 'SIGINT');
      // A start that was interrupted has told nobody of its server yet.
      tellSpawnedToStop();
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
  };
  const asked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        onStop();
        resolve(signal);
      });
    }
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  const program = await startProgram(config, {
    log,
    say,
    siteDir: fileURLToPath(new URL('../dist/site', import.meta.url)),
    recordedDir: fileURLToPath(new URL('../dist/recorded', import.meta.url)),
    stop: stopping.signal,
  });
  databasePid = program.databasePid;
  for (const line of program.banner) say(line);

  const reason = await Promise.race([asked, program.failed]);
  onStop();
  await program.stop();
  if (reason instanceof Error) {
    process.stderr.write(`${reason.message}\n`);
    process.exit(1);
  }
  say('Stopped.');
  process.exit(0);
}

async function makeDataDir(config: Config): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartError(
      `The data folder ${config.dataDir} can’t be created (${code}). Set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    );
  }
}

main().catch((error: unknown) => {
  const sentence =
    error instanceof StartError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});
