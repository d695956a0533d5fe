import type { Context } from 'hono';
import { z } from 'zod';
import { LINK_TYPES } from '#src/accounts/admin-links.ts';
import { AppError } from '#src/shared/errors.ts';
import { readBody } from './body.ts';
import type { AddRoutes, AuthRoutesDeps } from './deps.ts';
import { checkPhone, optionalText, text } from './fields.ts';
import { redirectOf } from './mail-requests.ts';
import { bearerToken } from './person.ts';

const record = z.record(z.string(), z.unknown());
const userSchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: text.nullish(),
  password_hash: z.never('Password hashes of elsewhere are not taken').optional(),
  email_confirm: z.boolean().nullish(),
  user_metadata: record.nullish(),
  app_metadata: record.nullish(),
  ban_duration: optionalText,
  role: z.literal(['authenticated', ''], 'There is one role: authenticated').nullish(),
  id: z.never('Ids are made by the server').optional(),
});
const linkSchema = z.object({
  type: z.enum(LINK_TYPES),
  email: text,
  password: text.nullish(),
  new_email: text.nullish(),
  data: record.nullish(),
});
const inviteSchema = z.object({ email: text, data: record.nullish() });
const removeSchema = z.object({ should_soft_delete: z.boolean().nullish() });
const numberSchema = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .pipe(z.number().min(1));
const idSchema = z.uuid();
const PER_PAGE = 50;
const PER_PAGE_MAX = 1_000;

function idOf(c: Context, name: string): string {
  const id = idSchema.safeParse(c.req.param(name));
  if (!id.success) throw new AppError('malformed_id');
  return id.data;
}

/** Empty values are the defaults. @throws AppError validation_failed */
function numberOf(c: Context, name: string, fallback: number): number {
  const given = c.req.query(name);
  if (!given) return fallback;
  const parsed = numberSchema.safeParse(given);
  if (!parsed.success) throw new AppError('validation_failed', `Bad Pagination Parameters: ${name}`);
  return parsed.data;
}

/** @throws AppError no_authorization, not_admin */
const admit = (c: Context, deps: AuthRoutesDeps): Promise<void> => deps.accounts.requireAdmin(bearerToken(c));

async function readUser(c: Context) {
  const body = await readBody(c, userSchema);
  if (body.phone) checkPhone(body.phone);
  if (body.phone) throw new AppError('phone_provider_disabled');
  return {
    email: body.email,
    password: body.password ?? undefined,
    emailConfirm: body.email_confirm ?? undefined,
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
    banDuration: body.ban_duration,
  };
}

/** For an operator's programs, with the service key. */
export const addAdmin: AddRoutes = (auth, deps) => {
  const { accounts } = deps;
  const { admin } = accounts;
  auth.use('/admin/*', async (c, next) => {
    await admit(c, deps);
    await next();
  });

  auth.get('/admin/users', async (c) => {
    const page = numberOf(c, 'page', 1);
    const perPage = Math.min(PER_PAGE_MAX, numberOf(c, 'per_page', PER_PAGE));
    const { users, total } = await admin.list({ page, perPage });
    const last = Math.max(1, Math.ceil(total / perPage));
    // The client reads the page from the first parameter of the query.
    const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')];
    return c.json({ users, aud: 'authenticated' }, 200, {
      'X-Total-Count': String(total),
      Link: links.join(', '),
    });
  });
  auth.post('/admin/users', async (c) => c.json(await admin.create(await readUser(c))));
  auth.get('/admin/users/:id', async (c) => c.json(await admin.get(idOf(c, 'id'))));
  auth.put('/admin/users/:id', async (c) => c.json(await admin.update(idOf(c, 'id'), await readUser(c))));
  auth.delete('/admin/users/:id', async (c) => {
    // The published client sends a body, others may leave it out.
    const body = (await c.req.text()) === '' ? {} : await readBody(c, removeSchema);
    if (body.should_soft_delete) {
      throw new AppError('validation_failed', 'Users are removed for good: should_soft_delete must be false');
    }
    await admin.remove(idOf(c, 'id'));
    return c.json({});
  });
  auth.get('/admin/users/:id/factors', async (c) => c.json(await admin.factors(idOf(c, 'id'))));
  auth.delete('/admin/users/:id/factors/:factor', async (c) =>
    c.json(await admin.removeFactor(idOf(c, 'id'), idOf(c, 'factor'))),
  );

  auth.post('/admin/generate_link', async (c) => {
    const body = await readBody(c, linkSchema);
    return c.json(
      await accounts.generateLink({
        type: body.type,
        email: body.email,
        password: body.password ?? undefined,
        newEmail: body.new_email ?? undefined,
        data: body.data ?? undefined,
        redirectTo: accounts.chooseRedirect(c.req.query('redirect_to')),
      }),
    );
  });

  auth.post('/invite', async (c) => {
    await admit(c, deps);
    const { email, data } = await readBody(c, inviteSchema);
    return c.json(await accounts.invite({ email, data: data ?? {}, redirectTo: redirectOf(c, deps) }));
  });
};
