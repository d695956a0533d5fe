import { EXIT, UsageError, type Command } from './command.ts';
import type { Io } from './output.ts';

/** A command, and one line for the list of commands. What only one of them needs is read when it runs. */
type Listed = { name: string; summary: string; load: () => Promise<Command> };
const COMMANDS: readonly Listed[] = [
  {
    name: 'replay',
    summary: 'run recorded bars through detectors',
    load: async () => (await import('./replay.ts')).replayCommand,
  },
  {
    name: 'import',
    summary: 'import recorded bars',
    load: async () => (await import('./import-command.ts')).importCommand,
  },
  {
    name: 'operator',
    summary: 'list, add and remove operators',
    load: async () => (await import('./operator.ts')).operatorCommand,
  },
  {
    name: 'splits',
    summary: 'list or set the splits of an instrument',
    load: async () => (await import('./splits-command.ts')).splitsCommand,
  },
  {
    name: 'ledger',
    summary: 'verify, export and prune the record of what was approved and sent',
    load: async () => (await import('./ledger/ledger-command.ts')).ledgerCommand,
  },
  {
    name: 'check',
    summary: "check a text or a model's answer against an event",
    load: async () => (await import('./check-command.ts')).checkCommand,
  },
  {
    name: 'preview',
    summary: 'show an alert as channels would send it, without sending',
    load: async () => (await import('./preview-command.ts')).previewCommand,
  },
];

const overview = `bellwire - market events, turned into branded alerts

  npm run -s bellwire -- COMMAND [options]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}
  help      this text; help COMMAND says more about one
`;

const findCommand = (name: string): Promise<Command> => {
  const command = COMMANDS.find((known) => known.name === name);
  if (command) return command.load();
  throw new UsageError(
    `There is no command '${name}'; there are: ${COMMANDS.map((known) => known.name).join(', ')}, help.`,
  );
};

const dispatch = async ([name, ...args]: string[], io: Io): Promise<number> => {
  if (name === undefined) throw new UsageError('Name a command; help lists them.');
  if (!['help', '--help', '-h'].includes(name)) return (await findCommand(name)).run(args, io);
  const [topic] = args;
  io.stdout.write(topic === undefined || topic === 'help' ? overview : (await findCommand(topic)).help);
  return EXIT.ok;
};

/** Runs the command that the words name and answers its exit code. */
export const runCommandLine = async (args: string[], io: Io): Promise<number> => {
  try {
    return await dispatch(args, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
};
