import { hash, timingSafeEqual } from 'node:crypto';
import type { Database } from '#src/db/database.ts';
import { keyByHash, noteUse } from '#src/db/queries/api-keys.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { isKeyText } from './key-text.ts';

/** A key that was just found good. It belongs to its workspace; `createdBy` may have left it. */
export type LiveKey = {
  id: string;
  workspaceId: string;
  name: string;
  scopes: readonly string[];
  createdBy: string | null;
  expiresAt: Date | null;
  requestsPerMinute: number;
};

type KeyCheckDeps = {
  app: Database;
  clock: Clock;
  hashOf: (key: string) => Buffer;
  onError: (error: unknown) => void;
};

/** As long as a session's (src/accounts/session-check.ts). */
const FRESH_MS = 5_000;
const USE_EVERY_MS = 60_000;

type Known = { at: number; usedAt: number; key: LiveKey };

/**
 * Checks keys, remembered for five seconds by a hash, no more than `entries`. Refusals are not remembered.
 * A use is noted once a minute and key, beside the request, not within it.
 */
export function createKeyCheck(deps: KeyCheckDeps, { entries = 10_000 }: { entries?: number } = {}) {
  const known = new Map<string, Known>();
  const noting = new Set<Promise<unknown>>();

  async function read(text: string): Promise<LiveKey> {
    const wanted = deps.hashOf(text);
    const found = await keyByHash(deps.app, wanted, deps.clock());
    // The index has compared already; this one takes the same time wherever they differ.
    if (!found || !timingSafeEqual(found.row.keyHash, wanted)) throw new AppError('invalid_api_key');
    const { row, plan } = found;
    if (row.revokedAt) throw new AppError('api_key_revoked');
    if (!plan.entitlements.api) throw new AppError('api_not_in_plan');
    const { requestsPerMinute } = plan.entitlements;
    const { id, workspaceId, name, scopes, createdBy, expiresAt } = row;
    return { id, workspaceId, name, scopes, createdBy, expiresAt, requestsPerMinute };
  }

  function note(entry: Known, network: string | null): void {
    const at = deps.clock();
    const since = at.getTime() - entry.usedAt;
    if (since >= 0 && since < USE_EVERY_MS) return;
    entry.usedAt = at.getTime();
    const { id, workspaceId } = entry.key;
    const work = withTenant(deps.app, workspaceId, (tx) =>
      noteUse(tx, { id, at, network, everyMs: USE_EVERY_MS }),
    )
      .catch(deps.onError)
      .finally(() => noting.delete(work));
    noting.add(work);
  }

  return {
    /** @throws AppError invalid_api_key, api_key_revoked, api_key_expired, api_not_in_plan */
    async check(text: string, network: string | null): Promise<LiveKey> {
      if (!isKeyText(text)) throw new AppError('invalid_api_key');
      // In memory a plain hash will do, of what nobody can guess: the keyed one takes a hundred times as long.
      const name = hash('sha256', text, 'base64');
      const now = deps.clock().getTime();
      let entry = known.get(name);
      const age = entry ? now - entry.at : -1;
      if (!entry || age < 0 || age >= FRESH_MS) {
        const usedAt = entry?.usedAt ?? 0;
        known.delete(name);
        entry = { at: now, usedAt, key: await read(text) };
        for (const [oldest] of known) {
          if (known.size < entries) break;
          known.delete(oldest);
        }
        known.set(name, entry);
      }
      if (entry.key.expiresAt && entry.key.expiresAt.getTime() <= now) throw new AppError('api_key_expired');
      note(entry, network);
      return entry.key;
    },
    /** It has ended, or (null) any may have: the next use asks the database. */
    forget(keyId: string | null): void {
      for (const [name, { key }] of known) if (keyId === null || key.id === keyId) known.delete(name);
    },
    /** Resolves when the uses that are being noted are noted. */
    settled: async (): Promise<void> => void (await Promise.all(noting)),
  };
}
