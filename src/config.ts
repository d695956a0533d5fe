import { randomUUID } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { findProvider, listedPrice, PROVIDER_IDS, type ProviderId } from '#src/shared/content/ai-writer.ts';
import { PLAN_IDS, type PlanId } from '#src/shared/plans.ts';
import { siteConfig } from '#src/shared/site-config.ts';

export const ROLES = ['web', 'engine', 'delivery'] as const;
export type Role = (typeof ROLES)[number];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The start cannot go on; the message is one sentence for the person who started the program. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}

const url = (protocols: string[], what: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must be ${what}`);
const postgresUrl = url(['postgres:', 'postgresql:'], 'a postgres:// address');
const hex32 = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters (32 bytes)');
const addressList = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim().toLowerCase()))
  .pipe(
    z.array(z.string().regex(/^[^\s@,]*@[^\s@,]+$/, 'must be email addresses or @domains, comma between')),
  )
  .optional();
/** `name wss://… https://…`, comma between: where a feed is reached instead of at its exchange. */
const feedAddresses = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim().split(/\s+/)))
  .pipe(
    z.array(
      z.tuple([
        z.string().min(1),
        url(
          ['ws:', 'wss:', 'http:', 'https:'],
          'a name, a ws://, wss:// or https:// address and an http:// or https:// address',
        ),
        url(
          ['http:', 'https:'],
          'a name, a ws://, wss:// or https:// address and an http:// or https:// address',
        ),
      ]),
    ),
  )
  .optional();
/** `source plan key` or `source plan key-ID key`, comma between; `plan+extended` with pre-market and after-hours. */
const FEED_KEY = 'must be a source, a plan and a key with spaces between, comma between keys';
const feedKeys = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim().split(/\s+/)))
  .pipe(z.array(z.array(z.string().min(1, FEED_KEY)).min(3, FEED_KEY).max(4, FEED_KEY)))
  .optional();
/** `kind id secret`, comma between: the operator's apps at providers of channels. */
const oauthApps = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim().split(/\s+/)))
  .pipe(
    z.array(
      z.tuple(
        [z.string().regex(/^[a-z][a-z0-9-]*$/), z.string().min(1), z.string().min(8)],
        'must be a channel, a client ID and a client secret with spaces between, comma between apps',
      ),
      'must be a channel, a client ID and a client secret with spaces between, comma between apps',
    ),
  )
  .optional();
const onOff = z.enum(['on', 'off'], 'must be on or off');
const dollars = (places: number) =>
  z
    .string()
    .regex(
      new RegExp(`^\\d{1,5}(\\.\\d{1,${places}})?$`),
      `must be an amount in US dollars, with ${places} decimals at most`,
    )
    .transform(Number);

/** Every environment variable the program reads. `.env.example` lists the same names; a test compares the two. */
export const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.number().max(65535, 'must be at most 65535')),
  DATA_DIR: z.string().min(1),
  // It is written into pages and mails of every kind: no character in it may need escaping anywhere.
  PUBLIC_URL: url(['http:', 'https:'], 'an http:// or https:// address').refine(
    (value) => !URL.canParse(value) || /^[\w.:[\]-]+$/.test(new URL(value).host),
    'must name its host in letters, digits, dots and hyphens',
  ),
  ROLES: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, `must be some of ${ROLES.join(', ')}, comma between`)).min(1)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_APP_URL: postgresUrl.optional(),
  DATABASE_SYSTEM_URL: postgresUrl.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z.email('must be an email address'),
  MAIL_FROM_REACH: z.enum(['limited', 'all'], 'must be limited or all'),
  BOUNCES_PASSWORD: z
    .string()
    .regex(/^\S{16,}$/, 'must have 16 characters or more, and no spaces')
    .optional(),
  TEAM_EMAIL: z.email('must be an email address'),
  TEST_EMAIL_ALLOW: addressList,
  PAYMENTS: z.enum(['test', 'off'], 'must be test or off').optional(),
  EMAIL_CONFIRMATION: z.enum(['deferred', 'required', 'off'], 'must be deferred, required or off'),
  SIGN_UPS: onOff,
  VERIFY_LINKS: onOff,
  REDIRECT_ALLOW: z.string().optional(),
  REAUTHENTICATION: onOff,
  ACCOUNT_MAILS_PER_HOUR: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a number of emails')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1')),
  DEMO: onOff.optional(),
  DEMO_PACE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of bars per second, 0 for full speed')
    .transform(Number),
  DEMO_EVERY: z
    .string()
    .regex(/^\d+$/, 'must be a number of seconds')
    .transform(Number)
    .pipe(z.number().min(1, 'must be at least 1')),
  FEEDS: z.string().optional(),
  FEED_ADDRESSES: feedAddresses,
  FEED_KEYS: feedKeys,
  FEED_KEYS_PUBLIC: z.string().optional(),
  SYMBOL_NAMES: z.string().optional(),
  MARKET_CALENDARS: z.string().optional(),
  CHANNEL_PRICES: z.string().optional(),
  PRIVATE_ADDRESSES: onOff,
  OAUTH_APPS: oauthApps,
  AI_PROVIDER: z.enum(PROVIDER_IDS, `must be one of ${PROVIDER_IDS.join(', ')}`).optional(),
  AI_MODEL: z.string().max(200, 'must have 200 characters at most').optional(),
  AI_KEY: z.string().optional(),
  AI_ADDRESS: url(['http:', 'https:'], 'an http:// or https:// address').optional(),
  AI_INPUT_PRICE: dollars(4).optional(),
  AI_OUTPUT_PRICE: dollars(4).optional(),
  AI_MONTHLY_CAP: dollars(2),
  AI_PLANS: z
    .string()
    .transform((value) => value.split(',').map((plan) => plan.trim()))
    .pipe(z.array(z.enum(PLAN_IDS, `must be some of ${PLAN_IDS.join(', ')}, comma between`)).min(1)),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).optional(),
  TRUSTED_PROXY: z.string().optional(),
  PASSWORD_PEPPER: z.string().min(16, 'must have 16 characters or more').optional(),
  ENCRYPTION_KEY: hex32.optional(),
  SIGNING_KEY: z.string().min(1).optional(),
  SIGNING_KEYS_OLD: z.string().min(1).optional(),
  SERVICE_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
});

const DEFAULTS = {
  PORT: '3000',
  DATA_DIR: './data',
  ROLES: ROLES.join(','),
  MAIL_FROM: siteConfig.email.noreply,
  MAIL_FROM_REACH: 'limited',
  TEAM_EMAIL: siteConfig.email.support,
  EMAIL_CONFIRMATION: 'deferred',
  SIGN_UPS: 'on',
  VERIFY_LINKS: 'on',
  REAUTHENTICATION: 'off',
  ACCOUNT_MAILS_PER_HOUR: '3000',
  DEMO_PACE: '25',
  DEMO_EVERY: '20',
  PRIVATE_ADDRESSES: 'off',
  AI_MONTHLY_CAP: '5',
  AI_PLANS: 'pro,enterprise',
};

/** Where FEEDS names none. A feed connects only while one of its symbols is watched. */
const FEEDS_OFFERED = ['binance', 'bitstamp', 'coinbase', 'kraken', 'simulated'];

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export type InstalledWriter = {
  provider: ProviderId;
  /** Null is the provider's own. */
  address: string | null;
  model: string;
  key: string | null;
  /** Ten-thousandths of a US dollar per million tokens. */
  price: { input: number; output: number };
  /** What each workspace may cost in a month, in US cents. */
  capCents: number;
  plans: readonly PlanId[];
};

export type Config = {
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Without a slash at the end. */
  publicUrl: string;
  /** True where PUBLIC_URL is not loopback: no development pages, no demo account, any interface is listened on. */
  production: boolean;
  roles: ReadonlySet<Role>;
  database: { url: string | null; appUrl: string | null; systemUrl: string | null };
  /** Null: the program runs its own loopback SMTP server and keeps the mails. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Whom brands may reach from it with a message: members and few others, or everyone. */
  mailFromReach: 'limited' | 'all';
  /** What whoever forwards the mailbox of `mailFrom` to /hooks/mail/own shows; null where nobody does. */
  bouncesPassword: string | null;
  /** Who is told of leads. */
  teamEmail: string;
  /** Where test mails may go in production, beside a signed-in person's own address. Lower case; "@x.example" is a domain. */
  testEmailAllow: readonly string[];
  /** Who takes payments; null: nobody, plans are agreed on with sales. */
  payments: 'test' | null;
  emailConfirmation: 'deferred' | 'required' | 'off';
  /** Anyone may open an account; otherwise only invited people, or an operator on their behalf. */
  signUps: boolean;
  /** Opening a link to /auth/v1/verify spends its token, as other clients of the service expect. */
  openedLinksSpend: boolean;
  /** Patterns of addresses, beside our own, that links may lead back to. */
  redirectAllow: string[];
  /** A new password needs a mailed code once the session is older than a day. */
  reauthenticate: boolean;
  /** Mails that people may ask the account service for, to all addresses together. */
  accountMailsPerHour: number;
  /** The public demo at /demo: a workspace that anybody may read. */
  demo: boolean;
  /** An account to sign in to on a development machine, with its own replay; never in production. */
  demoAccount: boolean;
  /** Bars per second of the demo account's replay; 0 is full speed. */
  demoPace: number;
  /** Seconds between two alerts of the public demo while somebody looks. */
  demoEvery: number;
  /** Sources of news may lie in private networks. */
  privateAddresses: boolean;
  /** The apps that accounts of channels are connected with at their providers, by the kind of channel. */
  oauthApps: ReadonlyMap<string, { clientId: string; clientSecret: string }>;
  /** The model that workspaces may have their alerts written by, paid by the operator; null where there is none. */
  writer: InstalledWriter | null;
  /** Names of the feeds of market data that may be used. */
  feeds: readonly string[];
  /** Where some of them are reached instead of at their exchange. */
  feedAddresses: readonly { feed: string; socketUrl: string; restUrl: string }[];
  /** Keys of the operator's for sources of market data: every workspace may watch symbols with them. */
  feedKeys: readonly { source: string; plan: string; extended: boolean; parts: readonly string[] }[];
  /** Of those, the sources whose prices are licensed to be shown to anyone. */
  publicFeedKeys: readonly string[];
  /** A file of what symbols are called, in the place of the built-in list; null without. */
  symbolNames: string | null;
  /** A file of holidays and half days that adds to the built-in ones; null without. */
  marketCalendars: string | null;
  /** A file of what providers of channels charge; null without. */
  channelPrices: string | null;
  logLevel: string;
  /** Addresses and networks of the proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  passwordPepper: string | null;
  encryptionKey: string | null;
  signingKey: string | null;
  signingKeysOld: string | null;
  serviceKey: string | null;
  /** Names this process in leases and claims. */
  instanceId: string;
};

/** The operator's file of holidays, for commands that need nothing else of the environment. */
export const marketCalendarsIn = (
  env: Pick<z.infer<typeof environmentSchema>, 'MARKET_CALENDARS'> | NodeJS.ProcessEnv = process.env,
): string | null => env.MARKET_CALENDARS?.trim() || null;

/**
 * Reads and checks the environment. An empty variable counts as not set.
 * @throws StartError naming the variable, and what it must be
 */
export function readConfig(
  env: Record<string, string | undefined> = process.env,
  cwd = process.cwd(),
): Config {
  const given = Object.fromEntries(
    Object.keys(environmentSchema.shape).flatMap((name) => {
      const value = env[name];
      return value === undefined || value.trim() === '' ? [] : [[name, value.trim()]];
    }),
  );
  const port = typeof given['PORT'] === 'string' ? given['PORT'] : DEFAULTS.PORT;
  const parsed = environmentSchema.safeParse({
    ...DEFAULTS,
    PUBLIC_URL: `http://localhost:${port}`,
    ...given,
  });
  if (!parsed.success) {
    // The port is part of the default address: its own mistake is the one to name.
    const issue = parsed.error.issues.find((each) => each.path[0] === 'PORT') ?? parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'The environment');
    throw new StartError(`${name} is not valid: it ${asPredicate(issue?.message)}. See .env.example.`);
  }
  const read = parsed.data;
  const publicUrl = new URL(read.PUBLIC_URL);
  const production = !LOOPBACK_HOSTS.has(publicUrl.hostname);
  if (production && read.PAYMENTS === 'test') {
    throw new StartError(
      'PAYMENTS is test, but PUBLIC_URL is not loopback: test payments take no money on a public server.',
    );
  }
  return {
    port: read.PORT,
    dataDir: isAbsolute(read.DATA_DIR) ? read.DATA_DIR : resolve(cwd, read.DATA_DIR),
    publicUrl: publicUrl.href.replace(/\/$/, ''),
    production,
    roles: new Set(read.ROLES),
    database: {
      url: read.DATABASE_URL ?? null,
      appUrl: read.DATABASE_APP_URL ?? null,
      systemUrl: read.DATABASE_SYSTEM_URL ?? null,
    },
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM,
    mailFromReach: read.MAIL_FROM_REACH,
    bouncesPassword: read.BOUNCES_PASSWORD ?? null,
    teamEmail: read.TEAM_EMAIL,
    testEmailAllow: read.TEST_EMAIL_ALLOW ?? [],
    payments: (read.PAYMENTS ?? (production ? 'off' : 'test')) === 'test' ? 'test' : null,
    emailConfirmation: read.EMAIL_CONFIRMATION,
    signUps: read.SIGN_UPS === 'on',
    openedLinksSpend: read.VERIFY_LINKS === 'on',
    redirectAllow: list(read.REDIRECT_ALLOW),
    reauthenticate: read.REAUTHENTICATION === 'on',
    accountMailsPerHour: read.ACCOUNT_MAILS_PER_HOUR,
    demo: read.DEMO !== 'off',
    demoAccount: read.DEMO !== 'off' && !production,
    demoPace: read.DEMO_PACE,
    demoEvery: read.DEMO_EVERY,
    privateAddresses: read.PRIVATE_ADDRESSES === 'on',
    oauthApps: new Map(
      (read.OAUTH_APPS ?? []).map(([kind, clientId, clientSecret]) => [kind, { clientId, clientSecret }]),
    ),
    writer: installedWriter(read),
    feeds: read.FEEDS === undefined ? FEEDS_OFFERED : list(read.FEEDS).filter((name) => name !== 'off'),
    feedAddresses: (read.FEED_ADDRESSES ?? []).map(([feed, socketUrl, restUrl]) => ({
      feed,
      // A path is added to an address over HTTP, and none to that of a WebSocket.
      socketUrl: socketUrl.replace(/^(https?:.*)\/$/, '$1'),
      restUrl: restUrl.replace(/\/$/, ''),
    })),
    feedKeys: (read.FEED_KEYS ?? []).map(([source = '', plan = '', ...parts]) => ({
      source,
      plan: plan.replace(/\+extended$/, ''),
      extended: plan.endsWith('+extended'),
      parts,
    })),
    publicFeedKeys: list(read.FEED_KEYS_PUBLIC),
    symbolNames: read.SYMBOL_NAMES?.trim() || null,
    marketCalendars: marketCalendarsIn(read),
    channelPrices: read.CHANNEL_PRICES?.trim() || null,
    logLevel: read.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    trustedProxies: list(read.TRUSTED_PROXY),
    passwordPepper: read.PASSWORD_PEPPER ?? null,
    encryptionKey: read.ENCRYPTION_KEY ?? null,
    signingKey: read.SIGNING_KEY ?? null,
    signingKeysOld: read.SIGNING_KEYS_OLD ?? null,
    serviceKey: read.SERVICE_KEY ?? null,
    instanceId: randomUUID(),
  };
}

/** @throws StartError where something is missing */
function installedWriter(read: z.infer<typeof environmentSchema>): InstalledWriter | null {
  const { AI_PROVIDER: id, AI_MODEL: model, AI_KEY: key = null, AI_ADDRESS: address = null } = read;
  if (id === undefined) {
    if (key === null && address === null && model === undefined) return null;
    throw new StartError('AI_PROVIDER is not set, but other AI settings are. See .env.example.');
  }
  const provider = findProvider(id);
  const missing =
    model === undefined
      ? 'AI_MODEL'
      : provider.needsKey && key === null
        ? 'AI_KEY'
        : provider.address === null && address === null
          ? 'AI_ADDRESS'
          : null;
  if (model === undefined || missing !== null)
    throw new StartError(`AI_PROVIDER is ${id}, but ${missing} is not set. See .env.example.`);
  const listed = listedPrice(id, model);
  const price = (given: number | undefined, known: number | undefined): number => {
    const found = given === undefined ? known : Math.round(given * 10_000);
    if (found === undefined)
      throw new StartError(
        `The price of ${model} is not known: set AI_INPUT_PRICE and AI_OUTPUT_PRICE. See .env.example.`,
      );
    return found;
  };
  return {
    provider: id,
    address,
    model,
    key,
    price: {
      input: price(read.AI_INPUT_PRICE, listed?.input),
      output: price(read.AI_OUTPUT_PRICE, listed?.output),
    },
    capCents: Math.round(read.AI_MONTHLY_CAP * 100),
    plans: read.AI_PLANS,
  };
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function asPredicate(message: string | undefined): string {
  if (!message) return 'cannot be read';
  return message.startsWith('must') ? message : `must be valid (${message})`;
}
