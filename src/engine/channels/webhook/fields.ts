import { z } from 'zod';
import type { Field, OpenConnection } from '../channel.ts';
import { FILTER_MAX, filterProblem } from './filter.ts';
import { keyOf, MADE_SECRET } from './sign.ts';
import { readSymbols } from './symbols.ts';
import { asksFor, templateProblem } from './template.ts';

export const FORMATS = ['standard', 'strategy', 'bot', 'metatrader', 'custom'] as const;
export type Format = (typeof FORMATS)[number];
/** What a direction may lead to; nothing unless the owner says so. */
export const ACTIONS = ['none', 'buy', 'sell'] as const;
export const BOT_ACTIONS = ['none', 'start', 'close'] as const;

/** Whether an alert waits for the earlier ones on its symbol. */
export const ORDERS = ['none', 'symbol'] as const;

const SIGNALS: Format[] = ['strategy', 'metatrader', 'custom'];
const showsFor = (...values: Format[]) => ({ field: 'format', values });

const SAY_SECRET = 'Write whsec_ and 24 to 64 random bytes in Base64, or generate one';
/** Removes a secret. */
const NO_SECRET = 'none';
/** Goes into bodies as it is: nothing that JSON or a line of text would read as its own. */
const token = z
  .string()
  .trim()
  .regex(/^[\w.@:~+/=-]{1,200}$/, 'Use letters, digits and . @ : ~ + / = _ - only, 200 at most');

function isAddress(typed: string): boolean {
  const url = URL.parse(typed);
  if (!url || url.username !== '' || url.password !== '') return false;
  // On a development machine; elsewhere no call leaves for a private network.
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (isHere && url.protocol === 'http:');
}

const actions = (labels: Readonly<Record<string, string>>, values: readonly string[]) => ({
  input: 'choice' as const,
  secret: false,
  optional: true as const,
  options: values.map((value) => ({ value, label: labels[value] ?? value })),
});
const ORDER = actions({ none: 'Nothing: don’t send it', buy: 'Buy', sell: 'Sell' }, ACTIONS);
const BOT = actions(
  { none: 'Nothing: don’t send it', start: 'Start a deal', close: 'Close the deal at market price' },
  BOT_ACTIONS,
);
const NO_ADVICE = 'You decide: an alert says what happened, and never what to do.';

/** What an endpoint is connected by. */
export const WEBHOOK_FIELDS: readonly Field[] = [
  {
    name: 'url',
    label: 'URL',
    placeholder: 'https://example.com/hooks/alerts',
    help: 'Where each alert is sent, with POST. Stored encrypted and never shown again, since some platforms put a password in it.',
    secret: true,
    type: z
      .string()
      .trim()
      .max(2_000, 'Use at most 2,000 characters')
      .refine(isAddress, 'Enter an address that begins with https://, without a user name in it'),
  },
  {
    name: 'format',
    label: 'Payload',
    secret: false,
    input: 'choice',
    options: [
      { value: 'standard', label: 'Standard: signed JSON for your own program' },
      { value: 'strategy', label: 'Strategy signal: ticker, action and price' },
      { value: 'bot', label: '3Commas bot signal' },
      { value: 'metatrader', label: 'MetaTrader bridge: license, action and symbol' },
      { value: 'custom', label: 'A body of your own' },
    ],
    type: z.enum(FORMATS, 'Choose what is sent'),
  },
  {
    name: 'events',
    label: 'Events',
    help: 'Beside the alerts that routes send there: what becomes of every alert and message of the workspace.',
    secret: false,
    optional: true,
    input: 'choice',
    options: [
      { value: 'none', label: 'None' },
      { value: 'alerts', label: 'Each state of an alert' },
      { value: 'all', label: 'Each state of an alert and of its messages' },
    ],
    showsFor: showsFor('standard'),
    type: z.enum(['none', 'alerts', 'all'], 'Choose which events are sent'),
  },
  {
    name: 'secret',
    label: 'Signing secret',
    placeholder: 'whsec_…',
    help: 'Your program verifies each request with it. Press Generate, and store the copy at your endpoint. Trading platforms don’t need one.',
    secret: true,
    optional: true,
    makes: MADE_SECRET,
    type: z
      .string()
      .trim()
      .refine((typed) => keyOf(typed) !== null, SAY_SECRET),
  },
  {
    name: 'secretBefore',
    label: 'Previous signing secret',
    placeholder: 'whsec_…',
    help: 'While you change the secret: requests are signed with both. Enter none to remove it.',
    secret: true,
    optional: true,
    type: z
      .string()
      .trim()
      .refine((typed) => typed === NO_SECRET || keyOf(typed) !== null, SAY_SECRET)
      .transform((typed) => (typed === NO_SECRET ? '' : typed)),
  },
  {
    name: 'up',
    label: 'When an alert goes up',
    help: NO_ADVICE,
    ...ORDER,
    showsFor: showsFor(...SIGNALS),
    type: z.enum(ACTIONS, 'Choose an action'),
  },
  {
    name: 'down',
    label: 'When an alert goes down',
    ...ORDER,
    showsFor: showsFor(...SIGNALS),
    type: z.enum(ACTIONS, 'Choose an action'),
  },
  {
    name: 'botUp',
    label: 'When an alert goes up',
    help: NO_ADVICE,
    ...BOT,
    showsFor: showsFor('bot'),
    type: z.enum(BOT_ACTIONS, 'Choose an action'),
  },
  {
    name: 'botDown',
    label: 'When an alert goes down',
    ...BOT,
    showsFor: showsFor('bot'),
    type: z.enum(BOT_ACTIONS, 'Choose an action'),
  },
  {
    name: 'botId',
    label: 'Bot ID',
    placeholder: '1234567',
    help: 'bot_id in the start message that 3Commas shows for the bot.',
    secret: false,
    optional: true,
    showsFor: showsFor('bot'),
    type: z
      .string()
      .trim()
      .regex(/^\d{1,12}$/, 'Enter the number behind bot_id'),
  },
  {
    name: 'emailToken',
    label: 'Email token',
    help: 'email_token in the same message.',
    secret: true,
    optional: true,
    showsFor: showsFor('bot'),
    type: token,
  },
  {
    name: 'delaySeconds',
    label: 'Delay in seconds',
    placeholder: '0',
    help: 'How long the bot waits before it acts. Empty: not at all.',
    secret: false,
    optional: true,
    input: 'number',
    showsFor: showsFor('bot'),
    type: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'Enter a number of seconds')
      .refine((typed) => Number(typed) <= 86_400, 'Enter a day at most, 86400'),
  },
  {
    name: 'license',
    label: 'License ID',
    help: 'It comes first in each line that the bridge reads.',
    secret: true,
    optional: true,
    showsFor: showsFor('metatrader'),
    type: token,
  },
  {
    name: 'parameters',
    label: 'Order parameters',
    placeholder: 'risk=1,sl=50',
    help: 'Added to each line as they are, in the syntax of your bridge.',
    secret: false,
    optional: true,
    showsFor: showsFor('metatrader'),
    type: z
      .string()
      .trim()
      .regex(/^[\w.=,@:;+%-]{1,200}$/, 'Write them like risk=1,sl=50, without spaces'),
  },
  {
    name: 'body',
    label: 'Body',
    placeholder: '{"symbol": "{{ticker}}", "price": {{close}}, "side": "{{action}}"}',
    help: 'JSON, or a line of text. Placeholders are written as charting tools do: {{ticker}}, {{close}}, {{time}}. Put text in quotes.',
    secret: false,
    optional: true,
    input: 'lines',
    showsFor: showsFor('custom'),
    type: z
      .string()
      .trim()
      .max(5_000, 'Use at most 5,000 characters')
      .superRefine((typed, { addIssue }) => {
        const problem = templateProblem(typed);
        if (problem !== null) addIssue({ code: 'custom', message: problem });
      }),
  },
  {
    name: 'token',
    label: 'Token',
    help: 'A password that your platform expects in the body. Write {{token}} where it belongs.',
    secret: true,
    optional: true,
    showsFor: showsFor('custom'),
    type: token,
  },
  {
    name: 'symbols',
    label: 'Symbols over there',
    placeholder: 'BINANCE:BTCUSDT = USDT_BTC',
    help: 'Only where the platform has other names than we do. One a line: ours, an equals sign, theirs.',
    secret: false,
    optional: true,
    input: 'lines',
    showsFor: showsFor('strategy', 'bot', 'metatrader', 'custom'),
    type: z
      .string()
      .trim()
      .superRefine((typed, { addIssue }) => {
        const read = readSymbols(typed);
        if ('problem' in read) addIssue({ code: 'custom', message: read.problem });
      }),
  },
  {
    name: 'filter',
    label: 'Filter',
    placeholder: 'kind in ["gap", "big_move"] and move <= -2',
    help: 'Only alerts that match are sent there. Empty: all that its routes send. Fields: kind, symbol, ticker, exchange, currency, timeframe, brand, language, direction, headline, move, close and volume.',
    secret: false,
    optional: true,
    input: 'lines',
    type: z
      .string()
      .trim()
      .max(FILTER_MAX.characters, `Use at most ${FILTER_MAX.characters.toLocaleString('en-US')} characters`)
      .superRefine((typed, { addIssue }) => {
        const problem = filterProblem(typed);
        if (problem !== null) addIssue({ code: 'custom', message: problem });
      }),
  },
  {
    name: 'order',
    label: 'Order',
    help: 'By symbol: an alert waits until the earlier ones on its symbol are accepted, have failed for good, or have expired.',
    secret: false,
    optional: true,
    input: 'choice',
    options: [
      { value: 'none', label: 'Send each at once' },
      { value: 'symbol', label: 'One after the other, by symbol' },
    ],
    type: z.enum(ORDERS, 'Choose an order'),
  },
];

export const formatOf = ({ settings }: Pick<OpenConnection, 'settings'>): Format =>
  FORMATS.find((format) => format === settings['format']) ?? 'standard';

/** What a format needs beside what every endpoint has; null where all is there. */
export function missingField({
  settings,
  secrets,
}: Pick<OpenConnection, 'settings' | 'secrets'>): { field: string; problem: string } | null {
  const lacks = (field: string, problem: string) => ({ field, problem });
  switch (formatOf({ settings })) {
    case 'standard':
      return secrets['secret'] ? null : lacks('secret', 'Enter a signing secret, or generate one.');
    case 'bot':
      if (!settings['botId']) return lacks('botId', 'Enter the bot’s ID.');
      return secrets['emailToken'] ? null : lacks('emailToken', 'Enter the email token of the bot.');
    case 'metatrader':
      return secrets['license'] ? null : lacks('license', 'Enter the license ID of your bridge.');
    case 'custom': {
      const { body } = settings;
      if (!body) return lacks('body', 'Enter the body to send.');
      const needsToken = asksFor(body, 'token') && !secrets['token'];
      return needsToken ? lacks('token', 'The body has {{token}}. Enter the token.') : null;
    }
    default:
      return null;
  }
}
