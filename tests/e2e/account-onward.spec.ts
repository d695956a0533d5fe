import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '#tests/support/axe.ts';
import { mailedLink } from './account-mail.ts';
import { PASSWORD } from './account-people.ts';
import { expect, test } from './journey.ts';

// A customer's program on an origin of its own asks for mails with the published client: their links end in it.
let app: Server;
let appUrl: string;
test.beforeAll(async () => {
  app = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>App</title><h1>The app</h1>',
    );
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
});

function clientOf(url: string, flowType: 'implicit' | 'pkce'): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(url, 'any', { auth: { flowType, storage, autoRefreshToken: false } });
}

for (const flow of ['implicit', 'pkce'] as const) {
  test(`mails that another program asked for end in it: ${flow}`, async ({ page, program }) => {
    const email = `ada-${flow}@harbour.example`;
    const client = clientOf(program.url, flow);
    const redirectTo = `${appUrl}/in?from=mail`;

    /** Opens the mail's own link, presses its button, and hands what the app is given to its client. */
    const follow = async (subject: RegExp, path: string): Promise<void> => {
      await page.goto(await mailedLink(program, email, { subject, page: path }));
      const button = page.getByRole('button', { name: `Continue to ${new URL(appUrl).host}` });
      await expect(button).toBeVisible();
      await expectAccessible(page);
      await button.click();
      await expect(page.getByRole('heading', { name: 'The app' })).toBeVisible();
      const there = new URL(page.url());
      expect(`${there.origin}${there.pathname}?from=${there.searchParams.get('from')}`).toBe(redirectTo);
      const hash = new URLSearchParams(there.hash.slice(1));
      const { data, error } =
        flow === 'pkce'
          ? await client.auth.exchangeCodeForSession(there.searchParams.get('code') ?? '')
          : await client.auth.setSession({
              access_token: hash.get('access_token') ?? '',
              refresh_token: hash.get('refresh_token') ?? '',
            });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(email);
      await client.auth.signOut({ scope: 'local' });
    };

    const options = { emailRedirectTo: redirectTo };
    expect((await client.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull();
    await follow(/^Confirm/, '/confirm');
    expect((await client.auth.signInWithOtp({ email, options })).error).toBeNull();
    await follow(/sign-in link/, '/confirm');
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    await follow(/password/i, '/reset-password');
    // Our own site has no part in it: nobody is signed in there.
    await page.goto(`${program.url}/dashboard`);
    await page.waitForURL('**/signin*');
  });
}
