import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { authorizations, connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import {
  type Authorization,
  type AuthorizeForm,
  callbackPath,
  type CameBack,
} from '#src/shared/authorizations.ts';
import type { Connection } from '#src/shared/connections.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By } from '../changed-by.ts';
import {
  type AllowedAccount,
  allowedAccountSchema,
  type Authorize,
  type OAuthApp,
} from '../channels/authorize.ts';
import { callOver } from '../channels/call-over.ts';
import type { Channel } from '../channels/channel.ts';
import { channels, findChannel } from '../channels/registry.ts';
import { type Done, keepAllowed } from './allowed.ts';
import { assertInPlan, type ConnectionsDeps, createConnections } from './connections.ts';
import { openSecrets, sealSecrets } from './secrets.ts';

type Row = typeof authorizations.$inferSelect;
type ByPerson = By & { userId: string };
type Authorizing = Channel & { authorize: Authorize };
type Used = { app: OAuthApp; practice: boolean };

const AUTHORIZE_MS = 10 * 60_000;
const ENDED = 'This took longer than 10 minutes. Connect again.';
const PROBLEM_MAX = 400;

const isRandom = (text: string): boolean => /^[\w-]{43}$/.test(text);
const random = (): string => randomBytes(32).toString('base64url');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const sealedAt = ({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>) => ({
  workspaceId,
  table: 'authorizations',
  id,
});
const isIt = ({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>) =>
  and(eq(authorizations.workspaceId, workspaceId), eq(authorizations.id, id));

const authorizing = (kind: string): Authorizing | null => {
  const channel = findChannel(kind);
  return channel?.authorize ? { ...channel, authorize: channel.authorize } : null;
};

/** Which app accounts of a channel are connected with: the operator's; on a development machine else the practice one. */
async function appOf({ oauth, practices }: ConnectionsDeps, channel: Channel): Promise<Used | null> {
  const own = oauth?.apps.get(channel.kind);
  if (own) return { app: own, practice: false };
  return practices && oauth?.practiceAt ? practiceApp(channel) : null;
}

async function practiceApp(channel: Channel): Promise<Used | null> {
  const app = (await channel.practice?.())?.app;
  return app ? { app, practice: true } : null;
}

/** The channels whose accounts are connected at their provider here. */
export async function authorizable(
  deps: Pick<ConnectionsDeps, 'oauth' | 'practices'>,
): Promise<{ kind: string; practice: boolean }[]> {
  const all = channels().filter(({ authorize }) => authorize !== undefined);
  const found = await Promise.all(
    all.map(async (channel) => {
      const used = await appOf(deps as ConnectionsDeps, channel);
      return used ? [{ kind: channel.kind, practice: used.practice }] : [];
    }),
  );
  return found.flat();
}

/**
 * Connects accounts at their providers. A person is sent there with a random state. It counts once, for ten minutes, for
 * the channel it was made for, and in the session of that person: who is led to another's address connects nothing.
 */
export function createAuthorize(deps: ConnectionsDeps) {
  const { app: db, clock, encryptionKey, oauth } = deps;
  const service = createConnections(deps);
  const redirectUri = (kind: string): string => `${deps.publicUrl}${callbackPath(kind)}`;

  async function start(by: ByPerson, form: AuthorizeForm) {
    const channel = authorizing(form.channel);
    const offered = channel && (await appOf(deps, channel));
    if (!channel || !offered) throw notHere(channel?.title ?? form.channel);
    const { workspaceId, userId } = by;
    const now = clock();
    const id = newId();
    const [state, verifier] = [random(), random()];
    const used = await withTenant(db, workspaceId, async (tx) => {
      const plan = await workspacePlan(tx, now);
      if (plan.standing === 'read_only') throw new AppError('workspace_read_only');
      const kept = await usedFor(form.connectionId, offered, async (connectionId) => {
        const isLive = and(eq(connections.id, connectionId), isNull(connections.deletedAt));
        const [row] = await tx.select().from(connections).where(isLive);
        return row?.channel === channel.kind ? row : null;
      });
      if (form.connectionId === undefined) await assertInPlan(tx, channel, now);
      await tx.insert(authorizations).values({
        workspaceId,
        id,
        userId,
        channel: channel.kind,
        connectionId: form.connectionId ?? null,
        practice: kept.practice,
        stateHash: hashOf(state),
        sealed: sealSecrets(encryptionKey, sealedAt({ workspaceId, id }), { verifier }),
        createdAt: now,
        expiresAt: new Date(now.getTime() + AUTHORIZE_MS),
      });
      return kept;
    });
    const { href } = channel.authorize.start({
      app: used.app,
      redirectUri: redirectUri(channel.kind),
      state,
      challenge: hashOf(verifier).toString('base64url'),
    });
    const url = used.practice && oauth?.practiceAt ? oauth.practiceAt(href) : href;
    return { id, url };
  }

  /** A practice account is connected again at the practice provider, and another one never. */
  async function usedFor(
    connectionId: string | undefined,
    offered: Used,
    find: (id: string) => Promise<typeof connections.$inferSelect | null>,
  ): Promise<Used> {
    if (connectionId === undefined) return offered;
    const row = await find(connectionId);
    const channel = row && authorizing(row.channel);
    if (!channel) throw new AppError('not_found', 'There is no such connection.');
    if (row.practice === offered.practice) return offered;
    const practice = row.practice && oauth?.practiceAt ? await practiceApp(channel) : null;
    if (!practice) throw notHere(channel.title);
    return practice;
  }

  /**
   * Only in the session and workspace of the person who started it: a state from anywhere else is refused.
   * @throws AppError not_found for a state that isn't good here, or was used
   */
  async function finish(by: ByPerson, came: CameBack): Promise<Authorization> {
    const row = await take(by, came);
    const channel = row && authorizing(row.channel);
    if (!row || !channel)
      throw new AppError(
        'not_found',
        'You didn’t start this in this account and workspace, or it was used already. Connect again.',
      );
    await end(row, await redeem(by, row, channel, came));
    return read(by, row.id);
  }

  /** From here on the state is spent, whatever comes of it. */
  async function take({ workspaceId, userId }: ByPerson, { channel, state }: CameBack): Promise<Row | null> {
    if (!isRandom(state)) return null;
    const isOwn = and(
      eq(authorizations.workspaceId, workspaceId),
      eq(authorizations.userId, userId),
      eq(authorizations.stateHash, hashOf(state)),
      eq(authorizations.channel, channel),
      eq(authorizations.state, 'waiting'),
    );
    const [row] = await withTenant(db, workspaceId, (tx) =>
      tx.update(authorizations).set({ state: 'exchanging' }).where(isOwn).returning(),
    );
    return row ?? null;
  }

  async function redeem(by: By, row: Row, channel: Authorizing, came: CameBack): Promise<Done> {
    if (row.expiresAt <= clock()) return { problem: ENDED };
    const { code } = came;
    if (came.error !== undefined || code === undefined) return { problem: deniedText(channel.title, came) };
    const used = row.practice ? await practiceApp(channel) : await appOf(deps, channel);
    if (!used || used.practice !== row.practice) return { problem: notHere(channel.title).message };
    const { verifier = '' } = openSecrets(encryptionKey, sealedAt(row), row.sealed);
    const { app } = used;
    const over = { id: row.id, practice: row.practice, settings: {}, secrets: {} };
    const result = await channel.authorize.exchange(
      { app, redirectUri: redirectUri(channel.kind), code, verifier },
      { now: () => clock().getTime(), call: callOver(deps.call, over) },
    );
    const without = (text: string): string =>
      [app.clientSecret, code, verifier].reduce(
        (shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '…')),
        text,
      );
    if ('problem' in result) return { problem: without(result.problem) };
    const kept = await keepAllowed({ ...deps, service }, by, row, channel, result.accounts);
    return 'problem' in kept ? { problem: without(kept.problem) } : kept;
  }

  const end = (row: Row, done: Done): Promise<void> =>
    withTenant(db, row.workspaceId, async (tx) => {
      const set =
        'problem' in done
          ? { state: 'failed' as const, problem: done.problem.slice(0, PROBLEM_MAX), sealed: null }
          : 'connection' in done
            ? { state: 'connected' as const, connectionId: done.connection.id, sealed: null }
            : {
                state: 'choosing' as const,
                sealed: sealSecrets(encryptionKey, sealedAt(row), { choices: JSON.stringify(done.choices) }),
                expiresAt: new Date(clock().getTime() + AUTHORIZE_MS),
              };
      await tx.update(authorizations).set(set).where(isIt(row));
    });

  const choicesOf = (row: Row): AllowedAccount[] => {
    if (row.state !== 'choosing') return [];
    const { choices = '[]' } = openSecrets(encryptionKey, sealedAt(row), row.sealed);
    return allowedAccountSchema.array().parse(JSON.parse(choices));
  };

  /** Only for the person who started it. @throws AppError not_found */
  async function own(by: ByPerson, id: string): Promise<Row & { name: string | null }> {
    const [found] = await withTenant(db, by.workspaceId, (tx) =>
      tx
        .select({ row: authorizations, name: connections.name })
        .from(authorizations)
        .leftJoin(
          connections,
          and(
            eq(connections.workspaceId, authorizations.workspaceId),
            eq(connections.id, authorizations.connectionId),
          ),
        )
        .where(and(eq(authorizations.id, id), eq(authorizations.userId, by.userId))),
    );
    if (!found) throw new AppError('not_found', 'There is nothing being connected.');
    return { ...found.row, name: found.name };
  }

  async function read(by: ByPerson, id: string): Promise<Authorization> {
    const row = await own(by, id);
    const isOver = row.expiresAt <= clock() && row.state !== 'connected' && row.state !== 'failed';
    const { state, connectionId, name } = row;
    return {
      id,
      channel: row.channel,
      state: isOver ? 'failed' : state,
      problem: isOver ? ENDED : row.problem,
      connection: state === 'connected' && connectionId ? { id: connectionId, name: name ?? '' } : null,
      choices: isOver ? [] : choicesOf(row).map(({ id: account, title }) => ({ id: account, title })),
    };
  }

  /** @throws AppError validation_failed where it's none of the accounts; connection_refused where it doesn't work */
  async function choose(by: ByPerson, id: string, account: string): Promise<Connection> {
    const row = await own(by, id);
    const channel = authorizing(row.channel);
    if (row.state !== 'choosing' || row.expiresAt <= clock() || !channel)
      throw new AppError('not_found', 'There is nothing left to choose. Connect again.');
    const chosen = choicesOf(row).filter((each) => each.id === account);
    if (chosen.length === 0)
      throw new AppError('validation_failed', 'Choose one of the accounts.', {
        details: { field: 'account' },
      });
    const step = (from: Row['state'], to: Row['state']) =>
      withTenant(db, row.workspaceId, (tx) =>
        tx
          .update(authorizations)
          .set({ state: to })
          .where(and(isIt(row), eq(authorizations.state, from)))
          .returning(),
      );
    // Pressed twice, it connects once.
    if ((await step('choosing', 'exchanging')).length === 0)
      throw new AppError('not_found', 'There is nothing left to choose. Connect again.');
    try {
      const kept = await keepAllowed({ ...deps, service }, by, row, channel, chosen);
      if (!('connection' in kept))
        throw new AppError('connection_refused', 'problem' in kept ? kept.problem : undefined);
      await end(row, kept);
      return kept.connection;
    } catch (error) {
      // Another of the accounts may work.
      await step('exchanging', 'choosing');
      throw error;
    }
  }

  return { start, finish, read, choose };
}
export type AuthorizeService = ReturnType<typeof createAuthorize>;

const notHere = (title: string): AppError =>
  new AppError(
    'validation_failed',
    `Accounts of ${title} can’t be connected this way here. Enter keys instead.`,
    {
      details: { field: 'channel' },
    },
  );

/** X and Slack, LinkedIn, and who left without deciding. */
const DENIALS = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']);

function deniedText(title: string, { error, error_description: text }: CameBack): string {
  if (error === undefined) return `${title} sent no code back. Connect again.`;
  return DENIALS.has(error)
    ? `You didn’t allow it at ${title}, so nothing was connected.`
    : `${title} answered: ${(text ?? error).slice(0, 300)}`;
}
