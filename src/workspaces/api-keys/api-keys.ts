import { createHmac, randomBytes } from 'node:crypto';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { insertKey, listKeys, revokeKey, shownKey } from '#src/db/queries/api-keys.ts';
import { mailOwners } from '#src/db/queries/mail-owners.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type ApiKeyForm, type ApiKeys, KEYS_MAX } from '#src/shared/api-keys.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { type MailDetails, mailDay, mailTime } from '#src/shared/mail-details.ts';
import { type Role, roleMay } from '#src/shared/permissions.ts';
import { createKeyCheck } from './check.ts';
import { hintOf, newKey } from './key-text.ts';

export type { LiveKey } from './check.ts';

/** To the owners, and to the person who made a key. */
type KeyMail = { userId: string; kind: 'api_key_made'; details?: MailDetails };

const DAY_MS = 86_400_000;

/** The keys of customers' programs. `hashKey`: 32 bytes; without it the table's hashes say nothing. */
export function createApiKeys(deps: {
  app: Database;
  clock: Clock;
  hashKey: Buffer;
  enqueue: (tx: Tx, queue: 'account-mail', data: KeyMail) => Promise<void>;
  onError: (error: unknown) => void;
}) {
  // A plain keyed hash, and no slow one: nobody finds 190 random bits by trying.
  const hashOf = (key: string): Buffer => createHmac('sha256', deps.hashKey).update(key).digest();
  const { check, forget, settled } = createKeyCheck({ ...deps, hashOf });
  return {
    check,
    forget,
    settled,

    list: (workspaceId: string): Promise<ApiKeys> =>
      withTenant(deps.app, workspaceId, async (tx) => ({
        items: await listKeys(tx),
        max: KEYS_MAX,
        inPlan: (await workspacePlan(tx, deps.clock())).entitlements.api,
      })),

    /**
     * Makes a key, which is told here and never again.
     * @throws AppError forbidden for a scope that the maker does not have, api_not_in_plan, too_many_keys
     */
    async make(
      who: {
        workspaceId: string;
        role: Role;
        actor: Actor;
        /** Notes in the same transaction that it was done. */
        keepAnswer?: (tx: Tx, status: number, body: unknown) => Promise<void>;
      },
      form: Pick<ApiKeyForm, 'name' | 'scopes' | 'expiresInDays'>,
    ) {
      const { workspaceId, role, actor } = who;
      const beyond = form.scopes.find((scope) => !roleMay(role, scope));
      if (beyond)
        throw new AppError('forbidden', `Your role does not allow ${beyond}, so no key of yours may.`);
      const key = newKey(randomBytes);
      const at = deps.clock();
      const { expiresInDays = null } = form;
      const row = {
        workspaceId,
        id: newId(),
        name: form.name,
        hint: hintOf(key),
        keyHash: hashOf(key),
        scopes: [...new Set(form.scopes)].sort(),
        createdBy: actor.userId,
        createdByName: actor.name.slice(0, 320),
        createdAt: at,
        expiresAt: expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * DAY_MS),
        lastUsedAt: null,
        lastUsedNetwork: null,
        revokedAt: null,
      };
      await withTenant(deps.app, workspaceId, async (tx) => {
        if (!(await workspacePlan(tx, at)).entitlements.api) throw new AppError('api_not_in_plan');
        if (!(await insertKey(tx, row, KEYS_MAX))) throw new AppError('too_many_keys');
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'key.made',
          subject: row.name,
          detail: { scopes: row.scopes.join(', '), expires: row.expiresAt?.toISOString() ?? null },
          at,
        });
        await mailOwners(tx, deps.enqueue, workspaceId, 'api_key_made', {
          details: {
            key: row.hint,
            scopes: row.scopes.join(', '),
            expires: row.expiresAt ? mailDay(row.expiresAt) : 'Never',
            at: mailTime(at),
          },
          andTo: actor.userId,
        });
        await who.keepAnswer?.(tx, 201, null);
      });
      return { ...shownKey(row), makerLeft: false, key };
    },

    /** At once here, and within five seconds everywhere. @throws AppError not_found */
    async revoke(who: { workspaceId: string; actor: Actor }, id: string): Promise<void> {
      const at = deps.clock();
      await withTenant(deps.app, who.workspaceId, async (tx) => {
        const subject = await revokeKey(tx, id, at);
        if (subject === null) throw new AppError('not_found', 'There is no such key.');
        await recordActivity(tx, { ...who, action: 'key.revoked', subject, at });
      });
      forget(id);
    },
  };
}
export type ApiKeyService = ReturnType<typeof createApiKeys>;
