import { expect, it } from 'vitest';
import { fakeDns } from '#tests/fakes/dns.ts';
import { checkSpf } from './spf.ts';

const D = 'desk.example';
const relay = (record: string) => ({ [D]: record, 'relay.example': 'v=spf1 ip4:8.8.4.0/24 -all' });

it.each([
  ['no record', {}, 'fails'],
  ['nobody', { [D]: 'v=spf1 -all' }, 'fails'],
  ['a placeholder', { [D]: 'v=spf1 include:YOUR-MAIL-PROVIDER ~all' }, 'fails'],
  ['an include without a record', { [D]: 'v=spf1 include:none.example ~all' }, 'fails'],
  ['its address', { [D]: 'v=spf1 ip4:1.1.1.0/24 -all' }, 'passes'],
  ['its address, softly refused', { [D]: 'v=spf1 ~ip4:1.1.1.0/24 -all' }, 'fails'],
  ['its name', { [D]: 'v=spf1 a:smtp.desk.example -all' }, 'passes'],
  ['its network', { [D]: 'v=spf1 a:near.desk.example/24 -all' }, 'passes'],
  ['its MX', { [D]: 'v=spf1 mx -all' }, 'passes'],
  ['another network', { [D]: 'v=spf1 ip4:8.8.8.8 -all' }, 'names'],
  ['a relay', relay('v=spf1 include:relay.example -all'), 'names'],
  ['a relay after the end', relay('v=spf1 -all include:relay.example'), 'fails'],
  ['a relay, refused', relay('v=spf1 -include:relay.example ~all'), 'fails'],
  ['a redirect', relay('v=spf1 redirect=relay.example'), 'names'],
  [
    'an include that lets nobody through',
    { [D]: 'v=spf1 include:no.example ~all', 'no.example': 'v=spf1 -all' },
    'fails',
  ],
  ['a mechanism that there isn’t', { [D]: 'v=spf1 ipv4:1.1.1.1 -all' }, 'fails'],
  ['no network', { [D]: 'v=spf1 ip4:1.1.1.1/40 -all' }, 'fails'],
  ['eleven look-ups', { [D]: `v=spf1${' a:far.example'.repeat(10)} mx ip4:1.1.1.1 -all` }, 'fails'],
  ['an endless circle', { [D]: `v=spf1 include:${D} -all` }, 'fails'],
])('is evaluated as receivers do: %s', async (_, records: Record<string, string | undefined>, verdict) => {
  const dns = fakeDns();
  for (const [name, text = ''] of Object.entries(records)) dns.txt(name, text);
  dns.mx(D, 'smtp.desk.example');
  dns.host('smtp.desk.example', '1.1.1.1');
  dns.host('near.desk.example', '1.1.1.77');
  dns.host('far.example', '8.8.8.8');
  expect(await checkSpf(dns.resolver, D, { addresses: ['1.1.1.1'] })).toBe(verdict);
});

it.each([
  ['v=spf1 include:bellwire.example ~all', 'passes'],
  ['v=spf1 -all include:bellwire.example', 'fails'],
  ['v=spf1 ~include:bellwire.example ~all', 'fails'],
  ['v=spf1 +all', 'passes'],
  ['v=spf1 ip4:8.8.8.8 ~all', 'fails'],
])('includes the installation: %s', async (record, verdict) => {
  const dns = fakeDns();
  dns.txt(D, record);
  expect(await checkSpf(dns.resolver, D, { include: 'bellwire.example' })).toBe(verdict);
  dns.away(true);
  expect(await checkSpf(dns.resolver, D, { include: 'bellwire.example' })).toBe('unknown');
});
