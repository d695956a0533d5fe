import type { Resolver } from '#src/engine/connections/dns-records.ts';

const missing = (): never => {
  throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
};

/** Name servers with what a test enters. Long texts come in pieces, as DNS has them. */
export function fakeDns() {
  const txt = new Map<string, string[]>();
  const mx = new Map<string, string>();
  const resolver: Resolver = {
    resolveTxt: async (name) => (txt.get(name) ?? missing()).map((text) => text.match(/.{1,255}/g) ?? []),
    resolveMx: async (name) => [{ exchange: mx.get(name) ?? missing() }],
  };
  return {
    resolver,
    /** Enters records beside what is there. */
    txt: (name: string, ...texts: string[]) => void txt.set(name, [...(txt.get(name) ?? []), ...texts]),
    mx: (name: string, exchange: string) => void mx.set(name, exchange),
    clear: () => {
      txt.clear();
      mx.clear();
    },
  };
}
