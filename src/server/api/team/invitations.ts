import type { Context } from 'hono';
import { z } from 'zod';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { listInvitations } from '#src/workspaces/team/invitations.ts';
import { type ApiEnv, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import { asked, type TeamRoutesDeps } from './team.ts';
import type { Route } from '../route.ts';
import { TEAM } from './contract.ts';

/** Invitations: those who manage the team send them, those who are invited answer. */
export function addInvitationRoutes(route: Route, { app, clock, team, clientAddress }: TeamRoutesDeps): void {
  const NONE = 'There is no such open invitation in this workspace.';

  route(TEAM.invitations, async (c) => {
    const { workspaceId } = c.get('membership');
    return c.json({
      items: await withTenant(app, workspaceId, (tx) => listInvitations(tx, workspaceId, clock())),
    });
  });

  route(TEAM.invite, async (c, body) => {
    const { email, role } = await body();
    mailsFor(c);
    return c.json(await limited(c, team.invite({ ...asked(c), email: address(email), role })), 201);
  });

  route(TEAM.resend, async (c) => {
    const id = idOf(c, { sentence: NONE });
    mailsFor(c);
    return c.json(await limited(c, team.resend({ ...asked(c), id })));
  });

  route(TEAM.withdraw, async (c) => {
    await team.withdraw({ ...asked(c), id: idOf(c, { sentence: NONE }) });
    return c.body(null, 204);
  });

  route(TEAM.accept, async (c, body) => {
    const { token } = await body();
    const { id, email, emailConfirmedAt, ...user } = personOf(c);
    const name = nameOfUser({ email, ...user });
    return c.json(await team.accept(token, { id, email, emailConfirmedAt, name }));
  });

  // The mailed link shows these to anyone who has it, with an account or without.
  const limitLooks = (c: Context) => limited(c, team.limitLooks(clientAddress(c)));
  route(TEAM.look, async (c, body) => {
    await limitLooks(c);
    const { token } = await body();
    return c.json(await team.lookAt(token), 200, { 'Cache-Control': 'no-store' });
  });
  route(TEAM.decline, async (c, body) => {
    await limitLooks(c);
    const { token } = await body();
    await team.decline(token);
    return c.body(null, 204);
  });
}

/** Invitations are emails to strangers, so the sender's own address must be confirmed. @throws AppError confirm_email_first */
function mailsFor(c: Context<ApiEnv>): void {
  if (personOf(c).emailConfirmedAt) return;
  throw new AppError('confirm_email_first', 'Confirm your email address first, then invite others.');
}

/** @throws AppError validation_failed */
function address(given: string): string {
  const parsed = z.email().max(320).safeParse(given.trim().toLowerCase());
  if (!parsed.success) {
    throw new AppError('validation_failed', 'Please enter a valid email address', {
      details: { field: 'email' },
    });
  }
  return parsed.data;
}

async function limited<T>(c: Context, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
    if (typeof wait === 'number') c.header('Retry-After', String(wait));
    throw error;
  }
}
