import { isIP } from 'node:net';

/** Asks the DNS; node:dns/promises outside of tests. Each rejects where there is no such record. */
export type AddressResolver = {
  resolve4: (name: string) => Promise<string[]>;
  resolve6: (name: string) => Promise<string[]>;
};

/** What the DNS says where there is no such name or record. Anything else is no answer. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/** Null: the DNS gave no answer. */
export async function answered<T>(asked: Promise<T[]>): Promise<T[] | null> {
  try {
    return await asked;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return NONE.has(code) ? [] : null;
  }
}

/** A host's addresses of both kinds; null where the DNS didn't answer for one of them. */
export async function addressesOf(dns: AddressResolver, host: string): Promise<string[] | null> {
  if (isIP(host) !== 0) return [host];
  const [four, six] = await Promise.all([answered(dns.resolve4(host)), answered(dns.resolve6(host))]);
  return four && six ? [...four, ...six] : null;
}
