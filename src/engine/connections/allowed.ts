import { and, eq, isNull } from 'drizzle-orm';
import type { authorizations } from '#src/db/schema.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Connection } from '#src/shared/connections.ts';
import { AppError } from '#src/shared/errors.ts';
import { oneLabel } from '#src/shared/label.ts';
import type { By } from '../changed-by.ts';
import type { AllowedAccount, Authorize } from '../channels/authorize.ts';
import type { Channel } from '../channels/channel.ts';
import type { ConnectionsDeps, createConnections } from './connections.ts';
import { settingsOf } from '../channels/settings.ts';

type Deps = Pick<ConnectionsDeps, 'app'> & { service: ReturnType<typeof createConnections> };
type Started = Pick<typeof authorizations.$inferSelect, 'connectionId' | 'practice'>;
type Authorizing = Channel & { authorize: Authorize };
type Row = typeof connections.$inferSelect;

/** What came of it. */
export type Done = { connection: Connection } | { choices: readonly AllowedAccount[] } | { problem: string };

const NAME_MAX = 120;

/**
 * Keeps the account that a person allowed: in the connection it has, or in a new one. Of several, the person chooses. One
 * that is connected again must be the same as before, or its places would get another account's posts.
 */
export async function keepAllowed(
  { app, service }: Deps,
  by: By,
  started: Started,
  channel: Authorizing,
  accounts: readonly AllowedAccount[],
): Promise<Done> {
  const live = await withTenant(app, by.workspaceId, (tx) =>
    tx
      .select()
      .from(connections)
      .where(
        and(
          isNull(connections.deletedAt),
          eq(connections.channel, channel.kind),
          eq(connections.practice, started.practice),
        ),
      ),
  );
  const again = live.find(({ id }) => id === started.connectionId);
  if (started.connectionId !== null && !again)
    return { problem: 'The connection was deleted meanwhile. Connect the account as a new one.' };
  const open = again ? accounts.filter((account) => isSame(channel, again, account)) : accounts;
  const [account, ...more] = open;
  if (!account)
    return {
      problem:
        again && accounts.length > 0
          ? `You signed in at ${channel.title} as ${accounts.map(({ title }) => title).join(', ')}, but “${again.name}” is another account. Sign in there with that one.`
          : `There is no account at ${channel.title} that you may post with.`,
    };
  if (more.length > 0) return { choices: open };
  const before = again ?? live.find((row) => knowsSame(channel, row, account));
  const fields = { ...account.settings, ...account.secrets };
  const allowed = { account: account.id, endsAt: account.endsAt };
  try {
    const connection: Connection = before
      ? await service.change(by, before.id, { fields }, allowed)
      : await service.addAllowed(
          by,
          { channel: channel.kind, name: nameOf(account, started.practice), fields },
          { practice: started.practice, place: account.place, allowed },
        );
    return { connection };
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

const nameOf = ({ title }: AllowedAccount, practice: boolean): string =>
  oneLabel(`${title}${practice ? ' (practice)' : ''}`).slice(0, NAME_MAX);

/** Whether a connection is known to be of the account: by its id, or by the name that was entered with its keys. */
function knowsSame({ authorize }: Authorizing, row: Row, account: AllowedAccount): boolean {
  if (row.account !== null) return row.account === account.id;
  const name = authorize.namedBy;
  return name !== null && settingsOf(row)[name] === account.settings[name];
}

/** Keys that were entered by hand may not name an account. Then we don't know which one the connection is. */
const isSame = (channel: Authorizing, row: Row, account: AllowedAccount): boolean =>
  (row.account === null && channel.authorize.namedBy === null) || knowsSame(channel, row, account);
