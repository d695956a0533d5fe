import { callOver } from '#src/engine/channels/call-over.ts';
import type { ChannelDeps } from '#src/engine/channels/channel.ts';
import { unclear } from '#src/engine/channels/look-up.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import type { createAccounts } from '#src/engine/connections/accounts.ts';
import type { ResolveDeps } from '#src/engine/delivery/in-doubt/resolve.ts';

type LookUpDeps = Pick<ChannelDeps, 'mail' | 'call' | 'random'> & {
  accounts: Pick<ReturnType<typeof createAccounts>, 'accountOf'>;
  clock: () => Date;
};

/** Looks for a message at its provider, over the account that it went out over. */
export const lookUpOver =
  (deps: LookUpDeps): ResolveDeps['find'] =>
  async (delivery, sought) => {
    const lookUp = findChannel(delivery.channel)?.lookUp;
    if (!lookUp) return unclear('The channel can’t look for a message.', { never: true });
    const account = await deps.accounts.accountOf(delivery);
    return lookUp.find(sought, {
      now: () => deps.clock().getTime(),
      random: deps.random,
      mail: deps.mail,
      call: callOver(deps.call, account.connection),
      connection: account.connection,
      sender: { brandName: delivery.brandName, settings: account.settings, secrets: account.secrets },
      picture: async () => null,
    });
  };
