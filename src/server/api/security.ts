import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Accounts } from '#src/accounts/index.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiEnv } from './actor.ts';

export type SecurityDeps = {
  accounts: Pick<Accounts, 'authenticate' | 'security'>;
  clientAddress: (c: Context) => string | null;
};

const confirmSchema = z.object({ password: z.string().max(4_096).optional() });
const idSchema = z.uuid();

/** One's own sessions, trail, data and the end of it all. Sits behind the check of the session and its level. */
export function addSecurityRoutes(api: Hono<ApiEnv>, deps: SecurityDeps): void {
  const { security } = deps.accounts;
  const clientOf = (c: Context) => ({
    userAgent: c.req.header('user-agent') ?? null,
    ip: deps.clientAddress(c),
  });
  // Asked anew, not remembered: what follows ends sessions.
  const whoIs = async (c: Context) => {
    const who = await deps.accounts.authenticate(
      (c.req.header('authorization') ?? '').replace(/^bearer /i, ''),
    );
    if (who.mustRaise) throw new AppError('insufficient_aal');
    return who;
  };

  api.get('/security/sessions', async (c) => c.json({ items: await security.sessions(await whoIs(c)) }));
  api.delete('/security/sessions/:id', async (c) => {
    const id = idSchema.safeParse(c.req.param('id'));
    if (!id.success) throw new AppError('not_found', 'There is no such session.');
    await security.endSession(await whoIs(c), id.data, clientOf(c));
    return c.body(null, 204);
  });
  api.post('/security/sessions/end-others', async (c) => {
    await security.endOthers(await whoIs(c), clientOf(c));
    return c.body(null, 204);
  });
  api.get('/security/events', async (c) => c.json({ items: await security.events(await whoIs(c)) }));
  api.get('/security/recovery-codes', async (c) => c.json(await security.recoveryCodes(await whoIs(c))));
  api.post('/security/recovery-codes', async (c) => {
    const password = await passwordOf(c);
    return c.json(await security.makeRecoveryCodes(await whoIs(c), password, clientOf(c)), 201);
  });
  api.post('/security/export', async (c) => {
    const password = await passwordOf(c);
    return c.json(await security.exportData(await whoIs(c), password, clientOf(c)), 200, {
      'Content-Disposition': 'attachment; filename="account.json"',
    });
  });
  api.post('/security/delete-account', async (c) => {
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
