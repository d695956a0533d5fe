import type { Resolver } from '#src/engine/connections/dns-records.ts';

const missing = (): never => {
  throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' });
};

const away = (): never => {
  throw Object.assign(new Error('queryTxt ESERVFAIL'), { code: 'ESERVFAIL' });
};

/** Name servers with what a test enters. Long texts come in pieces, as DNS has them. */
export function fakeDns() {
  const txt = new Map<string, string[]>();
  const mx = new Map<string, string>();
  const hosts = new Map<string, string>();
  let isAway = false;
  const resolver: Resolver = {
    resolveTxt: async (name) =>
      (isAway ? away() : (txt.get(name) ?? missing())).map((text) => text.match(/.{1,255}/g) ?? []),
    resolveMx: async (name) => [{ exchange: isAway ? away() : (mx.get(name) ?? missing()) }],
    resolve4: async (name) => [isAway ? away() : (hosts.get(name) ?? missing())],
    resolve6: async () => missing(),
  };
  return {
    resolver,
    /** Enters records beside what is there. */
    txt: (name: string, ...texts: string[]) => void txt.set(name, [...(txt.get(name) ?? []), ...texts]),
    mx: (name: string, exchange: string) => void mx.set(name, exchange),
    host: (name: string, address: string) => void hosts.set(name, address),
    remove: (name: string) => void txt.delete(name),
    /** Whether they answer nothing. */
    away: (is: boolean) => void (isAway = is),
    clear: () => {
      txt.clear();
      mx.clear();
      hosts.clear();
      isAway = false;
    },
  };
}
