import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { sumOfCharges } from '../charges.ts';
import { readOperatorPrices } from '../operator-prices.ts';
import { check } from './check.ts';
import { whatsappHarness } from './harness.fixture.ts';
import { takePrices } from './prices.ts';
import { whatsappChannel } from './whatsapp.ts';

/** What an operator copies from Meta's rate card. */
const PRICES = {
  currency: 'USD',
  lists: [
    { from: '2026-07-01', category: 'utility', prices: { others: '9.99' } },
    {
      from: '2026-10-01',
      category: 'utility',
      prices: {
        '+1': '0.0034',
        '+1876': '0.0113',
        '+1809': '0.0113',
        '+49': '0.0550',
        '+44': '0.0220',
        '+91': '0.0014',
        '+55': '0.0068',
        others: '0.0077',
      },
    },
    { from: '2027-01-01', category: 'utility', prices: { others: '9.99' } },
    {
      from: '2026-10-01',
      category: 'marketing',
      prices: { '+49': '0.1365', '+44': '0.0529', '+91': '0.0118', '+55': '0.0625' },
    },
  ],
};
const DAY = '2026-11-27';
const NUMBERS = [
  '4915112345',
  '1212555',
  '1876555',
  '1809555',
  '447700900',
  '9198765',
  '5511987',
  '33612345',
];

let harness: Awaited<ReturnType<typeof whatsappHarness>>;
beforeAll(async () => {
  harness = await whatsappHarness();
});
afterAll(() => harness.stop());
afterEach(() => takePrices(null));

const priceOf = (address: string, settings = {}, day = DAY) =>
  whatsappChannel.personCharges!.of(address, settings, day);

it('says to the cent what WhatsApp bills for each of 1,000 alerts, and none of them fails', async () => {
  takePrices(PRICES);
  const prepared = await whatsappChannel.render(fallDocument());
  const of = { utility: 'market_alert', marketing: 'promoted_alert' };
  let billed = 0;
  const said = [];
  for (let n = 0; n < 1_000; n += 1) {
    const category = n % 5 === 4 ? 'marketing' : 'utility';
    const codes = category === 'marketing' ? ['4915112345', '447700900', '9198765', '5511987'] : NUMBERS;
    const address = `+${codes[n % codes.length]}${String(n).padStart(4, '0')}`;
    const settings = { phoneId: '100000000000001', template: of[category], languages: 'en_US', category };
    const charge = priceOf(address, settings);
    if (!charge) throw new Error(`No price is known for ${address}.`);
    said.push(charge);
    const to = { deliveryId: `d${n}`, target: 'address', address, attempt: 1 } as const;
    const sent = await whatsappChannel.send(prepared, to, harness.depsOf({ settings }));
    expect(sent).toMatchObject({ outcome: 'sent' });
    const [message] = await harness.room.messages('whatsapp', address);
    const { billed: one } = message!.own as { billed: number };
    expect(Math.round(Number(charge.amount) * 10_000)).toBe(one);
    billed += one;
    await harness.room.forget(message!);
  }
  expect(Math.round(Number(sumOfCharges(said)?.amount) * 10_000)).toBe(billed);
});

it('uses the list of the day, and says nothing where none holds', () => {
  expect(priceOf('+4915112345')).toBeNull();
  takePrices(PRICES);
  expect(priceOf('+4915112345', {}, '2026-06-30')).toBeNull();
  expect(priceOf('+4915112345', {}, '2026-09-30')).toEqual({ currency: 'USD', amount: '9.99' });
  expect(priceOf('+4915112345', {}, '2026-10-01')).toEqual({ currency: 'USD', amount: '0.0550' });
  expect(priceOf('+33612345', { category: 'marketing' })).toBeNull();
});

it('warns of a category that isn’t Meta’s, and works all the same', async () => {
  const deps = harness.depsOf({});
  const settings = { ...deps.connection!.settings, template: 'promoted_alert', languages: 'en_US' };
  const { pictureTemplate: _, ...plain } = settings as Record<string, string>;
  const ask = (chosen: { category?: string }) =>
    check({ ...deps.connection!, settings: { ...plain, ...chosen } }, deps);
  const warned = { ok: true, warning: expect.stringContaining('in en_US under marketing') };
  expect(await ask({ category: 'utility' })).toEqual(warned);
  // As connections from before there were categories.
  expect(await ask({})).toEqual(warned);
  expect(await ask({ category: 'marketing' })).toEqual({ ok: true });
});

it('says what is wrong with an operator’s file', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'prices-')), 'prices.json');
  const reading = (content: unknown) => () => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    readOperatorPrices(path);
  };
  const [list] = PRICES.lists;
  expect(reading('{')).toThrow('the file isn’t a JSON object');
  expect(reading({ pigeon: {} })).toThrow('"pigeon" isn’t a channel whose prices can be given');
  expect(reading({ whatsapp: { ...PRICES, currency: '$' } })).toThrow('whatsapp.currency');
  expect(reading({ whatsapp: { ...PRICES, lists: [{ ...list, prices: { DE: '1' } }] } })).toThrow(
    'a calling code is like "+49"',
  );
  expect(reading({ whatsapp: { ...PRICES, lists: [{ ...list, prices: { '+49': 0.05 } }] } })).toThrow(
    'a price is a text like "0.0550"',
  );
  expect(reading({ whatsapp: PRICES })).not.toThrow();
  expect(priceOf('+4915112345')?.amount).toBe('0.0550');
});
