import type { Page, Request } from '@playwright/test';
import { expect } from './journey.ts';

export const LEAD = { company: 'Delta Desk', email: 'ada@desk.example' };

export const form = (page: Page) => page.locator('form[data-form="intake"]');
export const submit = (page: Page) => form(page).getByRole('button', { name: 'Request a Plan' });

/** Once its script has taken it over. */
export const live = (page: Page) => page.locator('form[data-form="intake"][data-live]');

/** Goes to the form and waits until its script has taken it over. */
export async function openIntake(page: Page, url: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${url}/#intake`);
  await expect(live(page)).toHaveCount(1);
}

export async function fillIntake(page: Page, { company, email }: typeof LEAD = LEAD): Promise<void> {
  await page.getByLabel('Company name').fill(company);
  await page.getByLabel('Message volume').selectOption('5 messages per day');
  await page.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Slack', exact: true }).check();
  await page.getByRole('radio', { name: 'Yes', exact: true }).check();
  await page.getByLabel('Contact email').fill(email);
  await page.getByRole('checkbox', { name: /^I consent/ }).check();
}

/** Every field as it was filled in above. */
export async function expectKept(page: Page): Promise<void> {
  await expect(page.getByLabel('Company name')).toHaveValue(LEAD.company);
  await expect(page.getByLabel('Message volume')).toHaveValue('5');
  await expect(page.getByRole('checkbox', { name: 'Email', exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Slack', exact: true })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Other', exact: true })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
  await expect(page.getByLabel('Contact email')).toHaveValue(LEAD.email);
  await expect(page.getByRole('checkbox', { name: /^I consent/ })).toBeChecked();
}

export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Thanks for your interest!' })).toBeFocused();
  await expect(
    page.getByText('Our team will review your request and reply with a personalized plan.'),
  ).toBeVisible();
}

/** What the page asks of the two interfaces, in its order. */
export function callsOf(page: Page): { path: string; body: unknown }[] {
  const calls: { path: string; body: unknown }[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/') || pathname.startsWith('/functions/'))
      calls.push({ path: pathname, body: request.postDataJSON() });
  });
  return calls;
}
