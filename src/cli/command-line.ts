import { checkCommand } from './check-command.ts';
import { EXIT, UsageError, type Command } from './command.ts';
import { importCommand } from './import-command.ts';
import { ledgerCommand } from './ledger/ledger-command.ts';
import type { Io } from './output.ts';
import { operatorCommand } from './operator.ts';
import { previewCommand } from './preview-command.ts';
import { replayCommand } from './replay.ts';
import { splitsCommand } from './splits-command.ts';

/** Every command, one line each. */
const COMMANDS: readonly Command[] = [
  replayCommand,
  importCommand,
  operatorCommand,
  splitsCommand,
  ledgerCommand,
  checkCommand,
  previewCommand,
];

const overview = `bellwire - market events, turned into branded alerts

  npm run -s bellwire -- COMMAND [options]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}
  help      this text; help COMMAND says more about one
`;

const findCommand = (name: string): Command => {
  const command = COMMANDS.find((known) => known.name === name);
  if (command) return command;
  throw new UsageError(
    `There is no command '${name}'; there are: ${COMMANDS.map((known) => known.name).join(', ')}, help.`,
  );
};

const dispatch = async ([name, ...args]: string[], io: Io): Promise<number> => {
  if (name === undefined) throw new UsageError('Name a command; help lists them.');
  if (!['help', '--help', '-h'].includes(name)) return findCommand(name).run(args, io);
  const [topic] = args;
  io.stdout.write(topic === undefined || topic === 'help' ? overview : findCommand(topic).help);
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
