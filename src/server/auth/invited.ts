import { z } from 'zod';
import { readBody } from './body.ts';
import type { AddRoutes } from './deps.ts';
import { text } from './fields.ts';
import { clientOf } from './person.ts';

const invitedSchema = z.object({
  token: text,
  password: text,
  data: z.record(z.string(), z.unknown()).nullish(),
});

/** Ours, not the contract's: opens an account by the token of a mailed invitation, and makes it a member. */
export const addInvited: AddRoutes = (auth, deps) => {
  auth.post('/invited', async (c) => {
    const body = await readBody(c, invitedSchema);
    const client = clientOf(c, deps);
    await deps.accounts.limitAddress('signup', client.ip);
    const { session, workspaceId } = await deps.accounts.signUpInvited({
      token: body.token,
      password: body.password,
      data: body.data ?? {},
      client,
    });
    return c.json({ ...session, workspace_id: workspaceId });
  });
};
