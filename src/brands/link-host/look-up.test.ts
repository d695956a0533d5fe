import { expect, it } from 'vitest';
import { type HostResolver, lookUpHost } from './look-up.ts';

const facts = { host: 'alerts.harbor.example', token: 'a1b2', ownHost: 'site.example' };
type Kind = 'TXT' | 'CNAME' | 'A' | 'AAAA';
/** `null` is no answer, a name that isn't there has no record. */
function zone(records: Readonly<Record<string, readonly string[] | null>>): HostResolver {
  const ask = async (kind: Kind, name: string): Promise<string[]> => {
    const key = `${kind} ${name}`;
    const found = records[key];
    if (found === null) throw Object.assign(new Error(key), { code: 'ETIMEOUT' });
    if (found === undefined) throw Object.assign(new Error(key), { code: 'ENODATA' });
    return [...found];
  };
  return {
    resolveTxt: async (name) => (await ask('TXT', name)).map((text) => [text.slice(0, 2), text.slice(2)]),
    resolveCname: (name) => ask('CNAME', name),
    resolve4: (name) => ask('A', name),
    resolve6: (name) => ask('AAAA', name),
  };
}
const TXT = { 'TXT _bellwire.alerts.harbor.example': ['v=spf1 -all', 'a1b2'] };
const CNAME = { 'CNAME alerts.harbor.example': ['Site.Example.'] };

it.each([
  ['both records', { ...TXT, ...CNAME }, true, true],
  ['the token alone', TXT, true, false],
  ['a CNAME alone, which anyone may see', CNAME, false, true],
  ['another token', { ...CNAME, 'TXT _bellwire.alerts.harbor.example': ['b3c4'] }, false, true],
  [
    'a CNAME elsewhere',
    { ...TXT, 'CNAME alerts.harbor.example': ['site.example.evil.example'] },
    true,
    false,
  ],
  [
    'an address of ours, at the top of a zone',
    { ...TXT, 'A alerts.harbor.example': ['192.0.2.7'], 'A site.example': ['192.0.2.6', '192.0.2.7'] },
    true,
    true,
  ],
  [
    'an address of another server',
    { ...TXT, 'A alerts.harbor.example': ['192.0.2.9'], 'A site.example': ['192.0.2.7'] },
    true,
    false,
  ],
  ['no answer for the token', { ...CNAME, 'TXT _bellwire.alerts.harbor.example': null }, null, true],
  ['no answer for the addresses', { ...TXT, 'A alerts.harbor.example': null }, true, null],
  ['no answer for the name', { ...TXT, 'CNAME alerts.harbor.example': null }, true, null],
] as const)('%s', async (_name, records, owner, target) => {
  expect(await lookUpHost(zone(records), facts)).toEqual({ owner, target });
});
