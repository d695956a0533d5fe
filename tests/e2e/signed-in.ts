import type { Page } from '@playwright/test';
import { confirmEmail } from '#tests/support/confirm-email.ts';
import type { OwnedProgram } from '#tests/support/owned-program.ts';
import { expect } from './journey.ts';

export const PASSWORD = 'correct horse 1!';

/** `confirmed`: the email address counts as confirmed from the start. */
type Newcomer = { name?: string; email: string; confirmed?: boolean };

/**
 * Opens an account by the API and leaves its session in the page's browser, where the account area keeps it. The
 * sign-up form has journeys of its own. @returns the id of the workspace that came with the account
 */
export async function signedIn(
  page: Page,
  program: OwnedProgram,
  { name = 'Ada Byron', email, confirmed = false }: Newcomer,
): Promise<string> {
  const [first_name = '', ...rest] = name.split(' ');
  const data = { first_name, last_name: rest.join(' '), accountType: 'personal' };
  const answer = await fetch(`${program.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data }),
  });
  const session = await answer.text();
  if (!answer.ok) throw new Error(`No account for ${email}: ${session}`);
  if (confirmed) await confirmEmail(program.owner, email);
  const { rows } = await program.owner.query<{ id: string }>(
    'select m.workspace_id as id from members m join users u on u.id = m.user_id where u.email = $1',
    [email],
  );
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: program.url, localStorage: [{ name: 'bellwire.auth', value: session }] }],
  });
  return rows[0]?.id ?? '';
}

/** The same, and is on Home. */
export async function entered(page: Page, program: OwnedProgram, newcomer: Newcomer): Promise<string> {
  const workspaceId = await openedAt(page, program, newcomer, '');
  await expect(page.getByRole('heading', { name: 'Welcome, ' })).toBeVisible();
  return workspaceId;
}

/** The same, and is on another screen: Home asks for more than any, so only those go by it who look at it. */
export async function openedAt(
  page: Page,
  program: OwnedProgram,
  newcomer: Newcomer,
  screen: string,
): Promise<string> {
  const workspaceId = await signedIn(page, program, newcomer);
  await page.goto(`${program.url}/dashboard${screen}`);
  return workspaceId;
}
