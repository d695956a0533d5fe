import pg from 'pg';
import { makePeople } from '#tests/support/screens/people.ts';
import type { OwnedProgram } from '#tests/support/owned-program.ts';
import { type PreparedData, preparedHome } from '#tests/support/prepared-data.ts';
import { type ProgramEnv, startProgram, stopProgram } from '#tests/support/program.ts';

/** The variable in which workers find what the global setup prepared. */
export const PREPARED = 'BELLWIRE_PREPARED_DATA';

export const SERVICE_KEY = 'sb_secret_for_the_journeys_of_the_account';

/** By name: what programs are told beside what they start on. Nearly all journeys share the first. */
const CONFIGURATIONS = {
  usual: { env: { DEMO: 'off', SERVICE_KEY, PRIVATE_ADDRESSES: 'on' } },
  /** With everybody whose screens there are to look at. */
  people: { env: { DEMO: 'off' }, started: makePeople },
  /** An alert every few seconds, so that nobody waits for one. */
  demo: { env: { DEMO: 'on', DEMO_EVERY: '4' } },
  'confirmed first': { env: { DEMO: 'off', EMAIL_CONFIRMATION: 'required' } },
  reauthenticating: { env: { DEMO: 'off', REAUTHENTICATION: 'on' } },
} as const satisfies Record<string, Start>;
export type Configuration = keyof typeof CONFIGURATIONS;

/** `started` is called once, when the program is new. */
type Start = { env: ProgramEnv; started?: (program: OwnedProgram) => Promise<void> };

type Started = { program: OwnedProgram; stop: () => Promise<void> };

/** The programs of one worker: the usual one, started when it is first asked for, and one of another configuration. */
export type Programs = {
  get: (configuration: Configuration) => Promise<OwnedProgram>;
  /** For a file that tells its program what it only knows as it runs; `name` tells it apart. */
  getAs: (name: string, start: Start) => Promise<OwnedProgram>;
  stop: () => Promise<void>;
};

export function createPrograms(): Programs {
  const running = new Map<string, Promise<Started>>();
  const stop = async (name: string): Promise<void> => {
    const started = running.get(name);
    running.delete(name);
    await (await started)?.stop();
  };
  const getAs: Programs['getAs'] = async (name, { env, started }) => {
    const known = running.get(name);
    if (known) return (await known).program;
    // Files of one configuration come one after the other: what another one needed is needed no more.
    if (name !== 'usual') for (const other of running.keys()) if (other !== 'usual') await stop(other);
    const starting = startOnCopy(env).then(async (made) => {
      await started?.(made.program);
      return made;
    });
    running.set(name, starting);
    return (await starting).program;
  };
  return {
    getAs,
    get: (configuration) => getAs(configuration, CONFIGURATIONS[configuration]),
    stop: async () => {
      for (const name of running.keys()) await stop(name);
    },
  };
}

async function startOnCopy(env: ProgramEnv): Promise<Started> {
  const prepared = JSON.parse(process.env[PREPARED] ?? '') as PreparedData;
  const home = await preparedHome(prepared);
  const program = await startProgram({ ...home.env, ...env });
  const owner = new pg.Client({ connectionString: home.databaseUrl });
  await owner.connect();
  return {
    program: { ...program, owner },
    stop: async () => {
      await owner.end();
      const { code } = await stopProgram(program);
      await home.remove();
      // On a busy machine it ends itself before all is closed, which is 1. That it stops in time has a test of its own
      // (tests/program/start.test.ts); here it must not have crashed.
      const crashed = code !== 0 && /^ {4}at /m.test(program.output());
      if (crashed || (code !== 0 && code !== 1))
        throw new Error(`The program stopped with ${code}:\n${program.output()}`);
    },
  };
}
