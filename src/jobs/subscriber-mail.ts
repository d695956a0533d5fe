import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { accountIsHeld } from '#src/db/queries/held-accounts.ts';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelDeps } from '#src/engine/channels/channel.ts';
import { channelOf } from '#src/engine/channels/registry.ts';
import type { createAccounts } from '#src/engine/connections/accounts.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { mailTag } from '#src/subscribers/mail-tag.ts';
import { type SubscriberMailDeps, subscriberMail } from '#src/subscribers/sign-up/mail-data.ts';
import { pictureCache } from './picture-cache.ts';
import type { JobHandler } from './work.ts';

type Deps = SubscriberMailDeps & {
  app: Database;
  mail: ChannelDeps['mail'];
  call: ChannelDeps['call'];
  accounts: ReturnType<typeof createAccounts>;
  onError: (error: unknown) => void;
  random: () => number;
  log: { warn: (context: object, message: string) => void };
};

/**
 * Sends an email of a sign-up, to confirm or to welcome, as the brand sends its alerts: from its own address, over its own
 * server, signed for its domain. What the server has certainly not accepted is retried.
 */
export function sendSubscriberMail(deps: Deps): JobHandler<'subscriber-mail'> {
  const picture = pictureCache(deps.app);
  return async (data, job) => {
    const { workspaceId } = data;
    const ready = await withTenant(deps.app, workspaceId, (tx) => subscriberMail(tx, deps, data));
    if (!ready) return;
    const { to: address, brand, unsubscribeUrl } = ready;
    const of = { workspaceId, brandId: brand.id, channel: ACCOUNT_CHANNEL, connectionId: null };
    const account = await deps.accounts.accountOf(of);
    if (await isHeld(deps, of))
      throw new Error('The account that the brand sends with takes nothing at the moment.');
    const outcome = await channelOf(ACCOUNT_CHANNEL).send(
      await ready.mail(),
      {
        // The same at every try: receivers can detect a duplicate.
        deliveryId: `sign-up-${data.mail}-${data.signUpId}`,
        // How often it is tried is the queue's to say.
        attempt: 1,
        target: 'address',
        address,
        returnTag: mailTag({ workspaceId, id: data.signUpId }),
        ...(unsubscribeUrl === null ? {} : { unsubscribe: { url: unsubscribeUrl, oneClick: true } }),
      },
      {
        ...account,
        sender: { ...account, brandName: brand.name },
        mail: deps.mail,
        call: deps.call,
        picture: (hash) => picture(workspaceId, hash),
        now: () => deps.clock().getTime(),
        random: deps.random,
      },
    );
    await deps.accounts.ended(of, account, outcome).catch(deps.onError);
    if (outcome.outcome === 'retry') throw new Error(outcome.reason);
    if (outcome.outcome === 'sent') return;
    deps.log.warn(
      { job: job.id, signUp: data.signUpId, outcome: outcome.outcome },
      'an email of a sign-up was not accepted',
    );
    if (outcome.outcome !== 'rejected' || !outcome.permanentAddress) return;
    const said = {
      cause: 'hard_bounce',
      detail: outcome.reason,
      source: 'reply',
      at: deps.clock(),
    } as const;
    await withTenant(deps.app, workspaceId, (tx) =>
      suppressAddress(tx, { workspaceId, channel: ACCOUNT_CHANNEL, address }, said),
    );
  };
}

/** Paused, failing, or asked to wait: the queue tries again later. */
const isHeld = (
  deps: Deps,
  { workspaceId, brandId }: { workspaceId: string; brandId: string },
): Promise<boolean> =>
  withTenant(deps.app, workspaceId, async (tx) => {
    const over = {
      workspaceId: sql`${workspaceId}::uuid`,
      brandId: sql`${brandId}::uuid`,
      channel: sql`${ACCOUNT_CHANNEL}`,
      destinationId: sql`null::uuid`,
    };
    const { rows } = await tx.execute<{ held: boolean }>(
      sql`select ${accountIsHeld(over, deps.clock())} as held`,
    );
    return rows[0]?.held === true;
  });
