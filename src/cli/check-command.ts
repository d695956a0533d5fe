import { text as readStream } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { checkModelAnswer, checkPlainText } from '#src/engine/content/gate/check-content.ts';
import { eventFileSchema, eventFacts } from '#src/engine/content/gate/event-facts.ts';
import type { Facts } from '#src/engine/content/gate/facts.ts';
import { verifyDetection } from '#src/engine/events/verify-condition.ts';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import type { ContentCheck } from '#src/shared/content/content-check.ts';
import { type Command, EXIT, readWords, UsageError } from './command.ts';
import { parseJson, readText } from './json-file.ts';
import type { Io } from './output.ts';

const help = `bellwire check - check a text or a model's answer against an event

  npm run -s bellwire -- check --event FILE --language ${LANGUAGES.join('|')} [FILE|-]
                               [--answer] [--forbidden WORD]...

--event     the event as JSON, in the form of GET /api/v1/alerts/{id}. It needs symbol,
            timeframe, timeZone and evidence; name and brand if the text has them; detector,
            value and context for the built-in writer's own sentences.
--language  the language of the text.
FILE        the text; - or nothing reads standard input.
--answer    FILE is a model's answer: JSON of words, slots and claims. Its free words may
            only be allowed sentences.
--forbidden a word the text must not contain. Can be repeated.

Prints JSON: verdict (passed, vouch or refused) and findings, each with its code, the reason,
the place and the words. 'vouch' is a figure that isn't in the evidence; 'refused' has to change.
For an answer that passed, 'written' is its text.

Exit code: 0 passed; 1 something was found; 2 the command line or a file is wrong.
`;

type Options = { event: string; language: Language; isAnswer: boolean; forbidden: string[]; file: string };

const isLanguage = (name: string): name is Language => LANGUAGES.some((each) => each === name);

function readOptions(words: string[]): Options {
  const { values, positionals } = readWords(() =>
    parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        event: { type: 'string' },
        language: { type: 'string' },
        answer: { type: 'boolean' },
        forbidden: { type: 'string', multiple: true },
      },
    }),
  );
  const { event, language, answer = false, forbidden = [] } = values;
  if (event === undefined) throw new UsageError('Name the file of the event with --event.');
  if (language === undefined || !isLanguage(language))
    throw new UsageError(`--language must be one of ${LANGUAGES.join(', ')}.`);
  if (positionals.length > 1) throw new UsageError('check takes one text at a time.');
  return { event, language, isAnswer: answer, forbidden, file: positionals[0] ?? '-' };
}

function readEvent(file: string): Facts {
  const event = parseJson(file, readText(file));
  const facts = eventFacts(event, verifyDetection);
  if (facts) return facts;
  const [issue] = eventFileSchema.safeParse(event).error?.issues ?? [];
  const field = issue?.path.join('.') || 'the file';
  throw new UsageError(`${file} isn't a market event: ${field}: ${issue?.message ?? 'not valid'}`);
}

function check({ isAnswer, file, ...options }: Options, facts: Facts, said: string): ContentCheck {
  const rules = { language: options.language, forbidden: options.forbidden };
  // Editors end a file with a line break that isn't part of the text.
  if (!isAnswer) return checkPlainText(said.replace(/\r?\n$/, ''), facts, rules);
  return checkModelAnswer(parseJson(file, said), facts, { ...rules, pick: 0 });
}

async function run(args: string[], { stdout }: Io, stdin: NodeJS.ReadableStream = process.stdin) {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    stdout.write(help);
    return EXIT.ok;
  }
  const options = readOptions(args);
  const facts = readEvent(options.event);
  const said = options.file === '-' ? await readStream(stdin) : readText(options.file);
  const result = check(options, facts, said);
  stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.verdict === 'passed' ? EXIT.ok : EXIT.failed;
}

export const checkCommand: Command = {
  help,
  run,
};
