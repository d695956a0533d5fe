import { describe, expect, it } from 'vitest';
import { fullSentence } from '#src/engine/exchanges/live/live-feed.ts';
import { isOperatorKey, operatorReaches } from './operator-reaches.ts';
import { fingerprintOf } from './sealed-key.ts';

const options = { addresses: [], now: Date.now, signal: new AbortController().signal };
const CANARY = 'canarySecret0000777';
const alpaca = { source: 'alpaca', plan: 'iex', extended: true, parts: ['PKCANARY0777', CANARY] };
const finnhub = { source: 'finnhub', plan: 'free', extended: false, parts: [CANARY] };

describe('the operator’s keys', () => {
  it('open a feed for everyone, which isn’t for the public unless the configuration says so', () => {
    const reached = operatorReaches([alpaca, finnhub], ['finnhub'], options);
    expect(
      reached.map(({ exchange }) => [exchange.name, exchange.session, exchange.operatorKey?.inPublic]),
    ).toEqual([
      ['alpaca', 'us-equity-extended', false],
      ['finnhub', 'us-equity', true],
    ]);
    expect(reached.map(({ exchange }) => fullSentence(exchange))).toEqual([
      'The operator’s key for Alpaca allows 30 symbols, of all workspaces together.',
      'The operator’s key for Finnhub allows 50 symbols, of all workspaces together.',
    ]);
    expect(reached[1]?.url).toBe('wss://ws.finnhub.io');
  });

  it('that are refused tell the operator what to do', () => {
    const [first, second] = operatorReaches([alpaca, finnhub], [], options);
    expect(first?.exchange.read('[{"T":"error","code":402,"msg":"auth failed"}]')).toMatchObject([
      {
        kind: 'denied',
        problem: expect.stringMatching(/^The operator’s key needs attention\. .*change FEED_KEYS$/),
      },
    ]);
    expect(second?.exchange.denialOf?.(401)?.problem).toMatch(
      /^The operator’s key needs attention\. Finnhub/,
    );
    expect(second?.exchange.denialOf?.(500)).toBeNull();
  });

  it.each([
    [{ ...alpaca, source: 'nasdaq' }, [], /no source 'nasdaq'; there are alpaca, finnhub, massive, oanda$/],
    [{ ...alpaca, plan: 'gold' }, [], /alpaca has no plan 'gold'; it has iex, delayed_sip, sip$/],
    [{ ...alpaca, parts: [CANARY] }, [], /the key of alpaca is Key ID and Secret key, with a space between$/],
    [{ ...finnhub, parts: ['x', CANARY] }, [], /the key of finnhub is API key/],
    [alpaca, ['finnhub'], /FEED_KEYS_PUBLIC names finnhub, which has no key$/],
  ])('are refused with what is wrong, without the key', (key, inPublic, says) => {
    const wrong = (): unknown => operatorReaches([key], inPublic, options);
    expect(wrong).toThrow(says);
    expect(wrong).not.toThrow(CANARY);
    expect(() => operatorReaches([finnhub, finnhub], [], options)).toThrow(/finnhub has two keys/);
  });

  it('can’t be a workspace’s too', () => {
    const encryptionKey = Buffer.alloc(32, 7);
    const isKnown = isOperatorKey([finnhub], encryptionKey);
    const fingerprint = (secret: string) => fingerprintOf(encryptionKey, 'finnhub', { keyId: '', secret });
    expect([isKnown(fingerprint(CANARY)), isKnown(fingerprint('another'))]).toEqual([true, false]);
  });
});
