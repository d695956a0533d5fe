import { z } from 'zod';
import { AppError } from '#src/shared/errors.ts';
import type { AddRoutes } from './deps.ts';
import { signedIn } from './person.ts';

const scopeSchema = z.enum(['global', 'local', 'others']);

export const addUser: AddRoutes = (auth, deps) => {
  auth.get('/user', async (c) => c.json(deps.accounts.userObject((await signedIn(c, deps)).user)));

  auth.post('/logout', async (c) => {
    const who = await signedIn(c, deps);
    const scope = scopeSchema.safeParse(c.req.query('scope') || 'global');
    if (!scope.success) throw new AppError('validation_failed', 'Unsupported logout scope');
    await deps.accounts.signOut(who, scope.data);
    return c.body(null, 204);
  });
};
