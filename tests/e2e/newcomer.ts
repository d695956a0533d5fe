import type { Page } from '@playwright/test';
import type { OwnedProgram } from './owned-database.ts';

export const PASSWORD = 'correct horse 1!';

/** Signs up by the form, and answers the id of the workspace that came with it. */
export async function newcomer(page: Page, program: OwnedProgram, email: string): Promise<string> {
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email', { exact: false }).first().fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /create|sign up/i }).click();
  await page.waitForURL('**/dashboard');
  const { rows } = await program.owner.query<{ id: string }>(
    'select m.workspace_id as id from members m join users u on u.id = m.user_id where u.email = $1',
    [email],
  );
  return rows[0]?.id ?? '';
}

/** The same, with an address that counts as confirmed. */
export async function confirmedNewcomer(page: Page, program: OwnedProgram, email: string): Promise<string> {
  const workspaceId = await newcomer(page, program, email);
  await program.owner.query('update users set email_confirmed_at = now() where email = $1', [email]);
  await page.reload();
  return workspaceId;
}
