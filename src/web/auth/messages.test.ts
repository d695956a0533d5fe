import { AuthClient } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import { authErrorText } from './messages.ts';

it('gives the server’s own words, and others where there are none', () => {
  const fallback = 'There was a problem creating your account.';
  expect(authErrorText({ message: 'User already registered', status: 422 }, fallback)).toBe(
    'User already registered',
  );
  expect(authErrorText({ message: '', status: 500 }, fallback)).toBe(fallback);
  expect(authErrorText({ message: '', status: 500 })).toBe('Please try again later.');
  expect(authErrorText({ message: 'Failed to fetch', status: 0 })).toBe(
    'The server couldn’t be reached. Check your connection and try again.',
  );
});

it('shows nobody what the client makes of an answer that isn’t the server’s', async () => {
  const said = async (answer: () => Response) => {
    const client = new AuthClient({ url: 'http://localhost/auth/v1', fetch: async () => answer() });
    const { error } = await client.signUp({ email: 'ada@desk.example', password: 'correct horse 1!' });
    if (!error) throw new Error('There is no error.');
    return authErrorText(error, 'Fallback.');
  };
  const html = '<h1>Not now</h1>';
  for (const answer of [
    () => new Response(html, { status: 429 }),
    () => new Response(html, { status: 502, statusText: 'Bad Gateway' }),
    () => new Response(html, { status: 504, statusText: 'Gateway Time-out' }),
    () => new Response('', { status: 503 }),
    () => Response.json({}, { status: 500 }),
    () => Response.json({ code: 400 }, { status: 400 }),
  ])
    expect(await said(answer)).toBe('Fallback.');
  expect(await said(() => Response.json({ msg: 'Too many.' }, { status: 429 }))).toBe('Too many.');
});
