import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { Channel } from '#src/engine/channels/channel.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { eventFileSchema } from '#src/engine/content/gate/event-facts.ts';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import { zoneOf } from '#src/engine/content/look.ts';
import { storyOf } from '#src/engine/content/story-of.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { writeAlert, WriterError } from '#src/engine/content/writer.ts';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import type { AlertDocument, Picture } from '#src/shared/content/document.ts';
import { FORMATS } from '#src/shared/content/picture-formats.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { type Prepared, wholeText } from '#src/shared/content/prepared.ts';
import { type Command, EXIT, readWords, UsageError } from './command.ts';
import { parseJson, readText } from './json-file.ts';
import type { Io } from './output.ts';

const help = `bellwire preview - show an alert as a channel would send it, without sending

  npm run -s bellwire -- preview FILE [--channel KIND]... [--language ${LANGUAGES.join('|')}] [--json]

FILE        the event as JSON, in the form of GET /api/v1/alerts/{id}. It needs symbol,
            timeframe, timeZone, detector and evidence; name and brand if there are any.
--channel   a channel, such as telegram. Can be repeated. Default: all.
--language  the language of the alert. Default: en.
--json      prints the message for the provider, with the verdict, as JSON.

For each channel it prints the text, the counters and whether it fits the channel's limits.
Pictures are counted but not drawn. The built-in writer writes the text.

Exit code: 0 everything fits; 1 something doesn't; 2 the command line or the file is wrong.
`;

type Options = { file: string; wanted: readonly Channel[]; language: Language; isJson: boolean };

const isLanguage = (name: string): name is Language => LANGUAGES.some((each) => each === name);

function readOptions(words: string[]): Options {
  const { values, positionals } = readWords(() =>
    parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        channel: { type: 'string', multiple: true },
        language: { type: 'string', default: 'en' },
        json: { type: 'boolean', default: false },
      },
    }),
  );
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('Name the file of the event.');
  if (more.length > 0) throw new UsageError('preview takes one event at a time.');
  if (!isLanguage(values.language))
    throw new UsageError(`--language must be one of ${LANGUAGES.join(', ')}.`);
  return {
    file,
    wanted: values.channel ? values.channel.map(channelNamed) : channels(),
    language: values.language,
    isJson: values.json,
  };
}

function channelNamed(name: string): Channel {
  const channel = channels().find(({ kind }) => kind === name);
  if (channel) return channel;
  const known = channels().map(({ kind }) => kind);
  throw new UsageError(`There is no channel ${name}; there are: ${known.join(', ')}.`);
}

const fileSchema = z.extend(eventFileSchema, { detector: z.string() });

function readDocument(file: string, language: Language): AlertDocument {
  const event = fileSchema.safeParse(parseJson(file, readText(file)));
  if (!event.success) {
    const [issue] = event.error.issues;
    const field = issue?.path.join('.') || 'the file';
    throw new UsageError(`${file} isn't a market event: ${field}: ${issue?.message ?? 'not valid'}`);
  }
  const { symbol, name = symbol, brand = 'Your brand', detector, evidence } = event.data;
  const { timeframe, timeZone, context } = event.data;
  const figure = storyOf(detector, evidence, language)?.figure;
  const value = figure === undefined ? undefined : evidence.figures[figure];
  if (value === undefined)
    throw new UsageError(`${file}: nothing can be said of the detector ${detector} with this evidence.`);
  try {
    return writeAlert(
      {
        brand: { name: brand, color: '#0f4c5c', formats: event.data.formats },
        symbol,
        name,
        detector,
        value,
        evidence,
        eventTime: Date.parse(evidence.bars.at(-1)?.time ?? ''),
        trial: false,
        timeframe,
        timeZone: zoneOf({ timeZone: event.data.brandTimeZone ?? null }, timeZone, timeframe),
        context: context ?? null,
      },
      language,
    );
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}

/** Stands for a picture that isn't drawn. */
const blank = (size: { width: number; height: number }): Picture => ({
  hash: '0'.repeat(64),
  type: 'image/png',
  ...size,
});

/** With the pictures that a message of the channel would have. */
function withPicturesFor({ picture }: Channel, document: AlertDocument): AlertDocument {
  const chart = document.chart && { ...document.chart, picture: blank(CHART_SIZE) };
  const description = document.chart?.description ?? document.headline;
  const pictures = [
    ...(picture?.format === 'chart' ? [{ ...picture }] : []),
    ...Object.entries(FORMATS).map(([format, size]) => ({ format: format as keyof typeof FORMATS, ...size })),
  ].map((size) => ({
    format: size.format,
    width: size.width,
    height: size.height,
    description,
    problem: null,
    picture: blank(size),
  }));
  return { ...document, chart, pictures };
}

type Shown = { channel: Channel; prepared: Prepared; verdict: ReturnType<typeof preflight> };

async function show(channel: Channel, document: AlertDocument): Promise<Shown> {
  const laid = laidOut(withPicturesFor(channel, document), formOf(channel.limits));
  const prepared = await channel.render(laid);
  return { channel, prepared, verdict: preflight(prepared, channel.limits) };
}

function asText({ channel, prepared, verdict }: Shown): string {
  const counters = verdict.parts.map(({ says, part, fits }) => `  ${fits ? ' ' : '!'} ${part}: ${says}`);
  const buttons = (prepared.buttons ?? []).map(({ label, url }) => `[${label}] ${url}`);
  return [
    `${channel.title}: ${verdict.fits ? 'fits' : "doesn't fit"}`,
    ...counters,
    '',
    ...(prepared.title === null ? [] : [prepared.title, '']),
    wholeText(prepared),
    ...buttons,
    '',
  ].join('\n');
}

async function run(args: string[], { stdout }: Io) {
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    stdout.write(help);
    return EXIT.ok;
  }
  const { file, wanted, language, isJson } = readOptions(args);
  const document = readDocument(file, language);
  const all: Shown[] = [];
  for (const channel of wanted) all.push(await show(channel, document));
  const json = all.map(({ channel: { kind }, prepared, verdict }) => ({ channel: kind, verdict, prepared }));
  stdout.write(isJson ? `${JSON.stringify(json, null, 2)}\n` : all.map(asText).join('\n'));
  return all.every(({ verdict }) => verdict.fits) ? EXIT.ok : EXIT.failed;
}

export const previewCommand: Command = {
  help,
  run,
};
