import { Hono } from 'hono';

/** What providers come back with (RFC 6749, sections 4.1.2 and 4.1.2.1). Anything else is left behind. */
const WORDS = ['state', 'code', 'error', 'error_description'];
const WORD_MAX = 4_000;

/**
 * GET /hooks/oauth/{kind}: where a provider sends people back to. Nothing is done with what it brings: it goes on to
 * Channels behind the "#", and the signed-in person's own session redeems it. Whoever gets another person to come here
 * gets nothing of it, nor is anything connected for them.
 */
export function createOAuthHooks(): Hono<{ Variables: { requestId: string } }> {
  const hooks = new Hono<{ Variables: { requestId: string } }>();
  hooks.get('/:kind{[a-z][a-z0-9-]*}', (c) => {
    const came = new URLSearchParams({ channel: c.req.param('kind') });
    for (const word of WORDS) {
      const value = c.req.query(word);
      if (value !== undefined) came.set(word, value.slice(0, WORD_MAX));
    }
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
    return c.redirect(`/dashboard/channels#${came}`, 303);
  });
  return hooks;
}
