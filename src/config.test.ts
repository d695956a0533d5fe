import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentSchema, readConfig, StartError } from './config.ts';

describe('readConfig', () => {
  it('runs with no configuration at all', () => {
    const config = readConfig({}, '/srv/bellwire');
    expect(config).toMatchObject({
      port: 3000,
      dataDir: '/srv/bellwire/data',
      publicUrl: 'http://localhost:3000',
      production: false,
      demo: true,
      demoAccount: true,
      smtpUrl: null,
    });
    expect([...config.roles]).toEqual(['web', 'engine', 'delivery']);
    expect(config.feeds).toEqual(['binance', 'bitstamp', 'coinbase', 'kraken', 'simulated']);
  });

  it('reads keys of the operator’s for market data, and names no key in what is wrong', () => {
    const read = readConfig({
      FEED_KEYS: 'alpaca iex+extended PK1 s3cret, finnhub free k3y',
      FEED_KEYS_PUBLIC: 'finnhub',
    });
    expect(read.feedKeys).toEqual([
      { source: 'alpaca', plan: 'iex', extended: true, parts: ['PK1', 's3cret'] },
      { source: 'finnhub', plan: 'free', extended: false, parts: ['k3y'] },
    ]);
    expect(read.publicFeedKeys).toEqual(['finnhub']);
    expect(readConfig({})).toMatchObject({ feedKeys: [], publicFeedKeys: [] });
    const wrong = (): unknown => readConfig({ FEED_KEYS: 'finnhub k3y' });
    expect(wrong).toThrow(/a source, a plan and a key/);
    expect(wrong).not.toThrow('k3y');
  });

  it('reaches feeds where FEED_ADDRESSES says, whichever way addresses end', () => {
    const given =
      'oanda https://oanda.example/ https://oanda.example/, binance wss://b.example/ws/ https://b.example';
    expect(readConfig({ FEED_ADDRESSES: given }).feedAddresses).toEqual([
      { feed: 'oanda', socketUrl: 'https://oanda.example', restUrl: 'https://oanda.example' },
      { feed: 'binance', socketUrl: 'wss://b.example/ws/', restUrl: 'https://b.example' },
    ]);
  });

  it('offers the feeds that FEEDS names', () => {
    expect(readConfig({ FEEDS: '' }).feeds).toHaveLength(5);
    expect(readConfig({ FEEDS: 'simulated, kraken' }).feeds).toEqual(['simulated', 'kraken']);
    expect(readConfig({ FEEDS: 'off' }).feeds).toEqual([]);
  });

  it('has the apps that OAUTH_APPS lists', () => {
    expect([...readConfig({}).oauthApps]).toEqual([]);
    expect([...readConfig({ OAUTH_APPS: 'x id-of-x a-secret, slack 1.2  another-one' }).oauthApps]).toEqual([
      ['x', { clientId: 'id-of-x', clientSecret: 'a-secret' }],
      ['slack', { clientId: '1.2', clientSecret: 'another-one' }],
    ]);
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT is not valid: it must be a port number.'],
    [{ PORT: '70000' }, 'PORT is not valid: it must be at most 65535.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not valid: it must be one of fatal, error, warn,'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not valid: it must be a postgres:// address.'],
    [{ ROLES: 'web,cook' }, 'ROLES is not valid: it must be some of web, engine, delivery'],
    [{ PUBLIC_URL: 'bellwire' }, 'PUBLIC_URL is not valid: it must be an http:// or https:// address.'],
    [{ PUBLIC_URL: 'https://a"b.example' }, 'PUBLIC_URL is not valid: it must name its host in letters'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL is not valid: it must be an smtp:// or smtps:// address.'],
    [
      { ENCRYPTION_KEY: 'abc' },
      'ENCRYPTION_KEY is not valid: it must be 64 hexadecimal characters (32 bytes).',
    ],
    [{ DEMO_PACE: 'fast' }, 'DEMO_PACE is not valid: it must be a number of bars per second'],
    [{ MAIL_FROM: 'me' }, 'MAIL_FROM is not valid: it must be an email address.'],
    [{ TEAM_EMAIL: 'team' }, 'TEAM_EMAIL is not valid: it must be an email address.'],
    [{ TEST_EMAIL_ALLOW: 'qa@desk.example, *' }, 'TEST_EMAIL_ALLOW is not valid: it must be email addresses'],
    [{ ACCOUNT_MAILS_PER_HOUR: '0' }, 'ACCOUNT_MAILS_PER_HOUR is not valid: it must be at least 1'],
    [
      { OAUTH_APPS: 'x only-an-id' },
      'OAUTH_APPS is not valid: it must be a channel, a client ID and a client',
    ],
    [{ DEMO_EVERY: '0' }, 'DEMO_EVERY is not valid: it must be at least 1'],
  ])('names the variable that is wrong: %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(StartError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it('does not repeat a secret in its complaint', () => {
    expect(() => readConfig({ ENCRYPTION_KEY: 'hunter2hunter2' })).not.toThrow(/hunter2/);
  });

  it('calls an address that is not loopback production: the demo can be looked at, and has no account', () => {
    expect(readConfig({ PUBLIC_URL: 'https://wire.example/' })).toMatchObject({
      production: true,
      demo: true,
      demoAccount: false,
      publicUrl: 'https://wire.example',
      logLevel: 'info',
    });
  });

  it('reads whom test mails may go to', () => {
    expect(readConfig({}).testEmailAllow).toEqual([]);
    expect(readConfig({ TEST_EMAIL_ALLOW: 'QA@desk.example, @partner.example' }).testEmailAllow).toEqual([
      'qa@desk.example',
      '@partner.example',
    ]);
  });

  it('switches the demo off with its account', () => {
    expect(readConfig({ DEMO: 'off' })).toMatchObject({ demo: false, demoAccount: false });
  });

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: ' ', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: null });
  });
});

describe('.env.example', () => {
  it('lists every variable the program reads, and no other', () => {
    const text = readFileSync('.env.example', 'utf8');
    const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('is itself valid and says the defaults', () => {
    const text = readFileSync('.env.example', 'utf8');
    const env = Object.fromEntries(
      [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]]),
    );
    const { instanceId: _one, ...fromExample } = readConfig(env);
    const { instanceId: _two, ...defaults } = readConfig({});
    expect(fromExample).toEqual(defaults);
  });
});
