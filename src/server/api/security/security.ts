import type { Context } from 'hono';
import { z } from 'zod';
import type { Accounts } from '#src/accounts/accounts.ts';
import { exportedAlerts } from '#src/db/queries/exported-alerts.ts';
import { workspacesOf } from '#src/db/queries/membership.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createRulesFile, type RulesFileDeps } from '#src/engine/rules/rules-file.ts';
import { EXPORTED_ALERTS, type ExportedWorkspace } from '#src/shared/account-export.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ClientAddress } from '../../client-address.ts';
import type { Route } from '../route.ts';
import { SECURITY } from './contract.ts';

type SecurityDeps = RulesFileDeps & {
  security: { accounts: Pick<Accounts, 'authenticate' | 'security'> };
  clientAddress: ClientAddress;
};

const confirmSchema = z.object({ password: z.string().max(4_096).optional() });
const idSchema = z.uuid();

/** One's own sessions, trail, data and the end of it all. Sits behind the check of the session and its level. */
export function addSecurityRoutes(route: Route, deps: SecurityDeps): void {
  const { accounts } = deps.security;
  const { security } = accounts;
  const clientOf = (c: Context) => ({
    userAgent: c.req.header('user-agent') ?? null,
    ip: deps.clientAddress(c),
  });
  const rulesFile = createRulesFile(deps);
  /** What the person made in workspaces of their own; of others, that they are in them. */
  const workspacesIn = async (userId: string): Promise<ExportedWorkspace[]> => {
    const found: ExportedWorkspace[] = [];
    for (const { id, name, role } of await workspacesOf(deps.app, userId)) {
      const isOwn = role === 'owner';
      found.push({
        id,
        name,
        role,
        rules: isOwn ? await rulesFile.exported(id) : null,
        alerts: isOwn ? await withTenant(deps.app, id, (tx) => exportedAlerts(tx, EXPORTED_ALERTS)) : null,
      });
    }
    return found;
  };
  // Asked anew, not remembered: what follows ends sessions.
  const whoIs = async (c: Context) => {
    const who = await accounts.authenticate((c.req.header('authorization') ?? '').replace(/^bearer /i, ''));
    if (who.mustRaise) throw new AppError('insufficient_aal');
    return who;
  };

  route(SECURITY.sessions, async (c) => c.json({ items: await security.sessions(await whoIs(c)) }));
  route(SECURITY.endSession, async (c) => {
    const id = idSchema.safeParse(c.req.param('id'));
    if (!id.success) throw new AppError('not_found', 'There is no such session.');
    await security.endSession(await whoIs(c), id.data, clientOf(c));
    return c.body(null, 204);
  });
  route(SECURITY.endOthers, async (c) => {
    await security.endOthers(await whoIs(c), clientOf(c));
    return c.body(null, 204);
  });
  route(SECURITY.events, async (c) => c.json({ items: await security.events(await whoIs(c)) }));
  route(SECURITY.recoveryCodes, async (c) => c.json(await security.recoveryCodes(await whoIs(c))));
  route(SECURITY.makeRecoveryCodes, async (c) => {
    const password = await passwordOf(c);
    return c.json(await security.makeRecoveryCodes(await whoIs(c), password, clientOf(c)), 201);
  });
  route(SECURITY.exportData, async (c) => {
    const password = await passwordOf(c);
    const who = await whoIs(c);
    const data = await security.exportData(who, password, clientOf(c));
    return c.json({ ...data, workspaces: await workspacesIn(who.user.id) }, 200, {
      'Content-Disposition': 'attachment; filename="account.json"',
    });
  });
  route(SECURITY.deleteAccount, async (c) => {
    const password = await passwordOf(c);
    await security.removeAccount(await whoIs(c), password);
    return c.body(null, 204);
  });
}

/** An empty body says that there is none. @throws AppError bad_json, validation_failed */
async function passwordOf(c: Context): Promise<string | undefined> {
  const text = await c.req.text();
  if (text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new AppError('bad_json', undefined, { cause: error });
  }
  const parsed = confirmSchema.safeParse(body);
  if (!parsed.success) throw new AppError('validation_failed', 'password: must be a text');
  return parsed.data.password;
}
