import { createHash } from 'node:crypto';
import type { ConnectTo, SmtpServer } from './smtp-server.ts';
import { createMailTransport, type MailTransport } from './transport.ts';

/** A pool that nobody has used for so long is closed. */
const IDLE_MS = 600_000;

export type MailPools = {
  /** The pool of a server; null is the installation's own. */
  transport: (server: SmtpServer | null) => MailTransport;
  close: () => void;
};

/** A pool for each mail server in use, by everything that says which it is: another password makes another pool. */
export function createMailPools(options: {
  own: MailTransport;
  now: () => number;
  /** Opens connections to customers' servers. */
  connectTo: ConnectTo;
}): MailPools {
  const pools = new Map<string, { transport: MailTransport; usedAt: number }>();
  return {
    transport: (server) => {
      if (server === null) return options.own;
      const now = options.now();
      for (const [id, pool] of pools) {
        if (now - pool.usedAt < IDLE_MS) continue;
        pools.delete(id);
        pool.transport.close();
      }
      const id = createHash('sha256')
        .update(JSON.stringify(Object.entries(server).sort()))
        .digest('base64url');
      const pool = pools.get(id) ?? {
        transport: createMailTransport(server, { connectTo: options.connectTo }),
        usedAt: now,
      };
      pool.usedAt = now;
      pools.set(id, pool);
      return pool.transport;
    },
    close: () => {
      for (const { transport } of pools.values()) transport.close();
      pools.clear();
    },
  };
}
