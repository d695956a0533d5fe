import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError, ERRORS } from '#src/shared/errors.ts';
import { knownError, retryAfter } from '../failure.ts';
import type { SiteFile } from '../site/files.ts';
import { type Filling, fillForm } from './fill.ts';
import { FORMS, type FormsDeps, type PlainForm } from './forms.ts';
import { fromOwnPage } from './own-page.ts';

export type FormRoutesDeps = FormsDeps & {
  /** The pages with the forms. */
  site: { files: ReadonlyMap<string, Pick<SiteFile, 'type' | 'body'>> };
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
};

/** Four fields of 10,000 characters in any script, as a form without script writes them. */
const BODY_LIMIT = 512 * 1024;
/** Many times what any form has: a hundred thousand empty ones would keep everybody waiting. */
const FIELDS_MAX = 100;
const TOO_MUCH = 'That is more than this form takes. Go back and shorten it.';
/** Specification, section 8: the message for any failure. */
const FAILED = { title: 'Something went wrong!', text: 'Please try again later.' };

/**
 * /forms: the public pages' forms as browsers without script post them. What is good leads on by a redirect; what is
 * not is answered with the page it came from, everything typed still in it.
 */
export function createFormRoutes(deps: FormRoutesDeps): Hono {
  const routes = new Hono();
  routes.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        // The rest of the body is not read: the next request needs a connection of its own.
        c.header('Connection', 'close');
        return c.text(TOO_MUCH, 413);
      },
    }),
  );
  for (const [name, form] of FORMS) {
    // A reload of the answer's address, or a typed one.
    routes.get(`/${name}`, (c) => c.redirect(`${form.page}${form.anchor}`, 303));
    routes.post(`/${name}`, async (c) => {
      if (!fromOwnPage(c)) return c.text('This form can only be sent from its own page.', 403);
      const type = c.req.header('content-type') ?? '';
      if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
        return c.text('A form is sent as application/x-www-form-urlencoded.', 415);
      const text = await c.req.text();
      if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) return c.text(TOO_MUCH, 413);
      return answer(c, deps, { name, form, posted: new URLSearchParams(text) });
    });
  }
  return routes;
}

async function answer(
  c: Context,
  deps: FormRoutesDeps,
  { name, form, posted }: { name: string; form: PlainForm; posted: URLSearchParams },
): Promise<Response> {
  const again = (status: number, wrong: Omit<Filling, 'values'>): Response => {
    const page = deps.site.files.get(form.page);
    if (!page) throw new Error(`The site has no page ${form.page}.`);
    const html = fillForm(Buffer.from(page.body).toString('utf8'), name, { values: posted, ...wrong });
    return new Response(html, {
      status,
      headers: { 'Content-Type': page.type, 'Cache-Control': 'no-store' },
    });
  };
  try {
    const outcome = await form.submit(posted, deps, deps.clientAddress(c));
    if ('next' in outcome) return c.redirect(outcome.next, 303);
    return again(422, { errors: outcome.errors });
  } catch (error) {
    if (!(error instanceof AppError)) {
      deps.log.error({ err: loggable(error), path: c.req.path }, 'a form was not taken');
    }
    const known = knownError(error);
    const { status } = ERRORS[known.code];
    const refused = again(status, { errors: {}, notice: FAILED });
    const wait = known.details?.['retry_after'];
    for (const [name, value] of Object.entries(retryAfter(known))) refused.headers.set(name, value);
    if (typeof wait === 'number') refused.headers.set('Retry-After', String(wait));
    return refused;
  }
}
