import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// The contract's link, GET /verify, as other clients of the service open it; and the PKCE exchange.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({ redirectAllow: ['https://app.example/**'] });
});
afterAll(() => world.close());

function pkceClient() {
  const kept = new Map<string, string>();
  return createClient(world.url, PUBLIC_KEY, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
  });
}
async function confirmed() {
  const email = newEmail();
  const { data } = await world.client().auth.signUp({ email, password: PASSWORD });
  const id = data.user!.id;
  await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'signup' });
  return { email, id };
}
async function open(query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await world.call(`/verify?${new URLSearchParams(query)}`, { redirect: 'manual', headers });
  expect(answer.status).toBe(303);
  const to = new URL(answer.headers.get('location')!);
  return { to, hash: new URLSearchParams(to.hash.slice(1)), query: to.searchParams };
}

describe('the implicit flow', () => {
  it('carries a session in the fragment, once', async () => {
    const { email, id } = await confirmed();
    await world
      .client()
      .auth.resetPasswordForEmail(email, { redirectTo: 'https://app.example/reset?from=mail#x' });
    await world.answerRequests();
    const { token, redirectTo } = await world.mailed(id);
    expect(redirectTo).toBe('https://app.example/reset?from=mail');
    const link = { token, type: 'recovery', redirect_to: redirectTo! };
    const first = await open(link);
    expect(first.to.href).toMatch(/^https:\/\/app\.example\/reset\?from=mail#access_token=/);
    expect(Object.fromEntries(first.hash)).toMatchObject({
      expires_in: '900',
      token_type: 'bearer',
      type: 'recovery',
      sb: '',
    });
    const client = world.client();
    const { error } = await client.auth.setSession({
      access_token: first.hash.get('access_token')!,
      refresh_token: first.hash.get('refresh_token')!,
    });
    expect(error).toBeNull();
    const again = await open(link);
    expect(Object.fromEntries(again.hash)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
    expect(again.query.has('error')).toBe(false);
  });

  it('never leads to a stranger, and knows the page it was asked from', async () => {
    const target = async (redirect_to: string, headers = {}) =>
      (await open({ token: 'x', type: 'signup', redirect_to }, headers)).to;
    expect((await target('https://evil.example/')).origin).toBe(world.url);
    expect((await target('', { Referer: 'https://app.example/page' })).host).toBe('app.example');
    expect((await target('', { Referer: 'https://evil.example/page' })).origin).toBe(world.url);
    expect((await world.call('/verify?type=signup', { redirect: 'manual' })).status).toBe(400);
  });

  it('says of the first of two mails of a change of address that the other is waited for', async () => {
    const { email, id } = await confirmed();
    const client = world.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await client.auth.updateUser({ email: newEmail() });
    const one = await world.mailed(id, 'email_change_new');
    const two = await world.mailed(id, 'email_change_current');
    const first = await open({ token: one.token, type: 'email_change' });
    expect(first.hash.get('message')).toMatch(/^Confirmation link accepted/);
    expect((await open({ token: two.token, type: 'email_change' })).hash.has('access_token')).toBe(true);
  });
});

describe('the PKCE flow', () => {
  it('carries a code that only the asking client can exchange, once', async () => {
    const { email, id } = await confirmed();
    const client = pkceClient();
    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://app.example/in?a=b' } });
    await world.answerRequests();
    const { token, redirectTo } = await world.mailed(id);
    expect(token).toMatch(/^pkce_/);
    const { to, query } = await open({ token, type: 'magiclink', redirect_to: redirectTo! });
    expect([query.get('a'), to.hash]).toEqual(['b', '']);
    const code = query.get('code')!;
    const stolen = await world.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect([stolen.status, (await stolen.json()).code]).toEqual([400, 'bad_code_verifier']);
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user!.id).toBe(id);
    const { data: claims } = await client.auth.getClaims();
    expect(claims!.claims.amr).toMatchObject([{ method: 'magiclink' }]);
    const twice = await world.post('/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect([twice.status, (await twice.json()).code]).toEqual([404, 'flow_state_not_found']);
  });

  it('ends five minutes after the request, for a magic link after it was opened', async () => {
    for (const [ask, type, fresh] of [
      ['recovery', 'recovery', false],
      ['otp', 'magiclink', true],
    ] as const) {
      const { email, id } = await confirmed();
      const client = pkceClient();
      if (ask === 'otp') await client.auth.signInWithOtp({ email });
      else await client.auth.resetPasswordForEmail(email);
      await world.answerRequests();
      world.later(301_000);
      const { query } = await open({ token: await world.mailedToken(id), type });
      const { error } = await client.auth.exchangeCodeForSession(query.get('code')!);
      expect(error?.code).toBe(fresh ? undefined : 'flow_state_expired');
    }
  });

  it('says in query and fragment that its flow is gone, and has spent the link', async () => {
    const { email, id } = await confirmed();
    await pkceClient().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const token = await world.mailedToken(id);
    await world.database.admin.query('delete from auth_flows where user_id = $1', [id]);
    const gone = await open({ token, type: 'recovery' });
    expect(gone.query.get('error_code')).toBe('flow_state_not_found');
    expect(gone.hash.get('error_code')).toBe('flow_state_not_found');
    expect((await open({ token, type: 'recovery' })).hash.get('error_code')).toBe('otp_expired');
  });

  it('lets the page of our own mails post the same token', async () => {
    const { email, id } = await confirmed();
    const client = pkceClient();
    await client.auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const token_hash = await world.mailedToken(id);
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
  });
});

describe('the button of the page that a mail for another program leads to', () => {
  const press = async (link: object, at = world) => {
    const answer = await at.post('/open-link', link);
    return { status: answer.status, ...(await answer.json()) };
  };
  const APP = 'https://app.example/in?a=b';

  it('ends in the program, with a session in the fragment, once', async () => {
    for (const [ask, type] of [
      ['recovery', 'recovery'],
      ['otp', 'magiclink'],
      ['signup', 'signup'],
    ] as const) {
      const email = newEmail();
      const client = world.client();
      const options = { emailRedirectTo: APP };
      const { data } = await client.auth.signUp({ email, password: PASSWORD, options });
      const id = data.user!.id;
      if (ask !== 'signup') {
        await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'signup' });
        if (ask === 'otp') await client.auth.signInWithOtp({ email, options });
        else await client.auth.resetPasswordForEmail(email, { redirectTo: APP });
        await world.answerRequests();
      }
      const { token: token_hash, redirectTo: redirect_to } = await world.mailed(id);
      const { location } = await press({ type, token_hash, redirect_to });
      expect(location).toMatch(/^https:\/\/app\.example\/in\?a=b#access_token=/);
      expect(new URLSearchParams(new URL(location).hash.slice(1)).get('type')).toBe(type);
      const again = await press({ type, token_hash, redirect_to });
      expect(again.location).toMatch(
        /^https:\/\/app\.example\/in\?a=b#error=access_denied&error_code=otp_expired/,
      );
    }
  });

  it('ends there with a code where the program has chosen PKCE', async () => {
    const { email, id } = await confirmed();
    const client = pkceClient();
    await client.auth.resetPasswordForEmail(email, { redirectTo: APP });
    await world.answerRequests();
    const { token: token_hash, redirectTo: redirect_to } = await world.mailed(id);
    const { location } = await press({ type: 'recovery', token_hash, redirect_to });
    const to = new URL(location);
    expect([to.origin + to.pathname, to.searchParams.get('a'), to.hash]).toEqual([
      'https://app.example/in',
      'b',
      '',
    ]);
    const { data, error } = await client.auth.exchangeCodeForSession(to.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user!.id).toBe(id);
  });

  it('leads nowhere that is not allowed, and spends nothing for it', async () => {
    const { data } = await world.client().auth.signUp({ email: newEmail(), password: PASSWORD });
    const token_hash = await world.mailedToken(data.user!.id);
    for (const redirect_to of [
      'https://evil.example/',
      'https://app.example.evil.example/',
      'https://app.example@evil.example/',
      'javascript:alert(1)',
      '//evil.example',
      `${world.url}/dashboard`,
      '',
    ]) {
      expect(await press({ type: 'signup', token_hash, redirect_to })).toEqual({
        status: 200,
        location: null,
      });
    }
    expect(await press({ type: 'sms', token_hash, redirect_to: APP })).toMatchObject({ status: 403 });
    expect((await world.post('/verify', { type: 'signup', token_hash })).status).toBe(200);
  });

  it('works where opened links spend nothing, whose page is told where to go on to', async () => {
    const quiet = await authWorld(
      { redirectAllow: ['https://app.example/**'] },
      { spendsOpenedLinks: false },
    );
    const { data } = await quiet.client().auth.signUp({ email: newEmail(), password: PASSWORD });
    const token = await quiet.mailedToken(data.user!.id);
    const query = new URLSearchParams({ token, type: 'signup', redirect_to: APP });
    const page = (await quiet.call(`/verify?${query}`, { redirect: 'manual' })).headers.get('location')!;
    const { searchParams } = new URL(page);
    expect(searchParams.get('redirect_to')).toBe(APP);
    const { location } = await press(Object.fromEntries(searchParams), quiet);
    expect(location).toMatch(/^https:\/\/app\.example\/in\?a=b#access_token=/);
    await quiet.close();
  });
});

describe('where the operator has switched it off', () => {
  it('a link that is opened spends nothing, because mail scanners open links', async () => {
    const quiet = await authWorld({}, { spendsOpenedLinks: false });
    const { data } = await quiet.client().auth.signUp({ email: newEmail(), password: PASSWORD });
    const token_hash = await quiet.mailedToken(data.user!.id);
    const answer = await quiet.call(`/verify?token=${token_hash}&type=signup`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${quiet.url}/confirm?token_hash=${token_hash}&type=signup`);
    const other = await quiet.call('/verify?token=x&type=recovery&redirect_to=https://evil.example', {
      redirect: 'manual',
    });
    expect(other.headers.get('location')).toBe(`${quiet.url}/reset-password?token_hash=x&type=recovery`);
    expect((await quiet.post('/verify', { type: 'signup', token_hash })).status).toBe(200);
    await quiet.close();
  });
});
