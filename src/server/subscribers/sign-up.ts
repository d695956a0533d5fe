import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { HONEYPOT } from '#src/subscribers/sign-up/embed.ts';
import { acceptedLanguage } from '#src/subscribers/sign-up/mail-words.ts';
import type { OpenForm, SignUps } from '#src/subscribers/sign-up/sign-up.ts';
import type { BrandPages } from './brand-page.ts';
import type { OfferDevices } from './devices/offer.ts';
import { readForm, SMALL_FORM } from './form.ts';
import { busyPage, confirmPage, endPage, noFormPage, sentPage, signUpPage } from './sign-up-page.ts';

const emailSchema = z.email().max(320);
const nameSchema = z.string().trim().max(200);

/** For a fetch from another site, which has no page of ours to show. No cookie plays a part, so any site may ask. */
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
const wantsJson = (c: Context): boolean => /\bapplication\/json\b/.test(c.req.header('accept') ?? '');

/**
 * /s/{form}: sign-up forms of customers, hosted here or embedded in other sites, without script. /s/confirm/{token}: the
 * link of the confirmation email.
 */
export function createSignUpRoutes(
  signUps: SignUps,
  pages: BrandPages,
  clientAddress: (c: Context) => string | null,
  offerDevices: (reader: string) => ReturnType<OfferDevices> = async () => null,
): Hono {
  const none = (): Response => pages(null, { ...noFormPage(), status: 404, framed: true });
  /** After confirming, a reader can also turn on alerts on this device. */
  const confirmedPage = async (
    form: OpenForm,
    token: string,
    chat: Parameters<typeof endPage>[2] = null,
  ): Promise<Response> => {
    const reader = await signUps.reader(token);
    const offered = reader === null ? null : await offerDevices(reader);
    const page = endPage(form, 'confirmed', chat);
    return pages(form.look, { ...page, main: `${page.main}\n${offered?.html ?? ''}`, ...offered?.page });
  };
  const routes = new Hono();

  routes.get('/confirm/:token', async (c) => {
    const found = await signUps.waiting(c.req.param('token'));
    if (!found) return none();
    const { form, state } = found;
    if (state === 'open') return pages(form.look, confirmPage(form));
    if (state === 'confirmed') return confirmedPage(form, c.req.param('token'));
    return pages(form.look, { ...endPage(form, state), status: 410 });
  });
  routes.post('/confirm/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const end = await signUps.confirm(token);
    const found = end && (await signUps.waiting(token));
    if (!found) return none();
    if (end === 'confirmed') return confirmedPage(found.form, token, await signUps.chatLink(token));
    return pages(found.form.look, {
      ...endPage(found.form, end),
      status: ({ expired: 410, full: 429 } as const)[end],
    });
  });

  routes.get('/:key/embed', async (c) => {
    const form = await signUps.find(c.req.param('key'));
    return form ? pages(form.look, { ...signUpPage(form), framed: true }) : none();
  });
  routes.get('/:key', async (c) => {
    const form = await signUps.find(c.req.param('key'));
    return form ? pages(form.look, signUpPage(form)) : none();
  });
  routes.post('/:key', bodyLimit(SMALL_FORM), async (c) => {
    const form = await signUps.find(c.req.param('key'));
    if (!form) return wantsJson(c) ? c.json({ code: 'not_found' }, 404, OPEN) : none();
    if (form.closed)
      return wantsJson(c)
        ? c.json({ code: 'form_closed' }, 410, OPEN)
        : pages(form.look, { ...signUpPage(form), status: 410, framed: true });
    const posted = await readForm(c);
    const email = emailSchema.safeParse((posted.get('email') ?? '').trim());
    const agreed = posted.get('agreed') === 'yes';
    const faults = {
      ...(!email.success && { email: 'Enter a valid email address.' }),
      ...(!agreed && { agreed: 'Check the box to sign up.' }),
    };
    if (!email.success || !agreed) {
      if (wantsJson(c)) return c.json({ code: 'validation_failed', fields: faults }, 422, OPEN);
      const filled = {
        email: (posted.get('email') ?? '').slice(0, 320),
        name: (posted.get('name') ?? '').slice(0, 200),
        agreed,
      };
      return pages(form.look, { ...signUpPage(form, filled, faults), status: 422, framed: true });
    }
    // What no person sees was filled in: the answer is the usual one, and nothing happens.
    if ((posted.get(HONEYPOT) ?? '') === '') {
      const name = form.asksName ? nameSchema.safeParse(posted.get('name') ?? '') : null;
      const seconds = await signUps.submit(form, {
        address: email.data,
        name: name?.success ? name.data.replaceAll('\0', '') : '',
        ip: clientAddress(c),
        language: acceptedLanguage(c.req.header('accept-language') ?? null),
      });
      if (seconds > 0) {
        const retry = { 'Retry-After': String(seconds) };
        return wantsJson(c)
          ? c.json({ code: 'over_request_rate_limit' }, 429, { ...OPEN, ...retry })
          : pages(form.look, { ...busyPage(seconds), status: 429, framed: true, headers: retry });
      }
    }
    return wantsJson(c)
      ? c.json({ sent: true }, 200, OPEN)
      : pages(form.look, { ...sentPage(), framed: true });
  });
  routes.all('*', none);
  return routes;
}
