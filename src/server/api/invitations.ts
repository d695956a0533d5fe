import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { withTenant } from '#src/db/tenant.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { invitationFormSchema, tokenFormSchema } from '#src/shared/team.ts';
import type { Team } from '#src/workspaces/team/index.ts';
import { listInvitations } from '#src/workspaces/team/invitations.ts';
import { readPayload } from '../functions/body.ts';
import { type ApiEnv, personOf } from './actor.ts';
import { idOf } from './path-id.ts';
import { asked, type TeamRoutesDeps } from './team.ts';

/** Inviting, and what becomes of it, for whoever looks after the members. */
export function addInvitationRoutes(api: Hono<ApiEnv>, { app, clock, team }: TeamRoutesDeps): void {
  const NONE = 'There is no such open invitation in this workspace.';

  api.get('/team/invitations', async (c) => {
    const { workspaceId } = c.get('membership');
    return c.json({
      items: await withTenant(app, workspaceId, (tx) => listInvitations(tx, workspaceId, clock())),
    });
  });

  api.post('/team/invitations', async (c) => {
    const { email, role } = await readPayload(c, invitationFormSchema);
    mailsFor(c);
    return c.json(await limited(c, team.invite({ ...asked(c), email: address(email), role })), 201);
  });

  api.post('/team/invitations/:id/resend', async (c) => {
    const id = idOf(c, { sentence: NONE });
    mailsFor(c);
    return c.json(await limited(c, team.resend({ ...asked(c), id })));
  });

  api.delete('/team/invitations/:id', async (c) => {
    await team.withdraw({ ...asked(c), id: idOf(c, { sentence: NONE }) });
    return c.body(null, 204);
  });

  /** Of whoever is signed in with the invited address. */
  api.post('/invitations/accept', async (c) => {
    const { token } = await readPayload(c, tokenFormSchema);
    const { id, email, emailConfirmedAt, ...user } = personOf(c);
    const name = nameOfUser({ email, ...user });
    return c.json(await team.accept(token, { id, email, emailConfirmedAt, name }));
  });
}

/** What the mailed link shows, and its no: for whoever has the mail, with an account or without. */
export function addOpenInvitationRoutes(
  api: Hono<ApiEnv>,
  deps: { team: Team; clientAddress: (c: Context) => string | null },
): void {
  const token = async (c: Context<ApiEnv>): Promise<string> => {
    await limited(c, deps.team.limitLooks(deps.clientAddress(c)));
    return (await readPayload(c, tokenFormSchema)).token;
  };
  api.post('/invitations/look', async (c) =>
    c.json(await deps.team.lookAt(await token(c)), 200, { 'Cache-Control': 'no-store' }),
  );
  api.post('/invitations/decline', async (c) => {
    await deps.team.decline(await token(c));
    return c.body(null, 204);
  });
}

/** Invitations are mails to strangers: whoever sends them must be known to read his own. @throws AppError confirm_email_first */
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
