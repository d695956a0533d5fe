import type { ClientApprovers } from '#src/engine/approval/clients/approvers.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApiEnv, byOf, changerOf, here, personOf } from '../actor.ts';
import type { Context } from 'hono';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CLIENT_APPROVERS } from './contract.ts';

type Ctx = Context<ApiEnv>;
const oneOf = (c: Ctx) => ({
  brandId: idOf(c, { sentence: 'There is no such brand.' }),
  id: idOf(c, { name: 'approver', sentence: 'There is no such client approver.' }),
});

/** Client approvers of the workspace's brands. */
export function addClientApproverRoutes(
  route: Route,
  { clientApprovers }: { clientApprovers: ClientApprovers },
): void {
  route(CLIENT_APPROVERS.list, async (c) =>
    c.json({ items: await clientApprovers.list(here(c), idOf(c, { sentence: 'There is no such brand.' })) }),
  );
  route(CLIENT_APPROVERS.invite, async (c, body) => {
    const form = await body();
    mailsFor(c);
    const brandId = idOf(c, { sentence: 'There is no such brand.' });
    return c.json(await clientApprovers.invite(byOf(c), brandId, form), 201);
  });
  route(CLIENT_APPROVERS.resend, async (c) => {
    mailsFor(c);
    return c.json(await clientApprovers.resend(changerOf(c), oneOf(c)));
  });
  route(CLIENT_APPROVERS.suspend, async (c, body) => {
    const { suspended } = await body();
    return c.json(await clientApprovers.suspend(changerOf(c), oneOf(c), suspended));
  });
  route(CLIENT_APPROVERS.remove, async (c) => {
    await clientApprovers.remove(changerOf(c), oneOf(c));
    return c.body(null, 204);
  });
}

/** Invitations are emails to strangers, so the sender's own address must be confirmed. @throws AppError confirm_email_first */
function mailsFor(c: Ctx): void {
  if (!personOf(c).emailConfirmedAt)
    throw new AppError('confirm_email_first', 'Confirm your email address first, then invite others.');
}
