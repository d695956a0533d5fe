import type { Page } from '@playwright/test';

/** A page of the public site as it stands after something was done on it. */
type SiteState = {
  path: string;
  /** False: as a browser without script has it. */
  script?: false;
  /** What is done; the page's scripts have come. */
  reach?: (page: Page) => Promise<void>;
  /** What is to be seen; else the top of the page. */
  at?: string;
};

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const toast = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem').waitFor();
const seen = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();
/** Requests to `path` are answered so, or not at all. */
async function answered(
  page: Page,
  path: string,
  answer: { status: number; json: object } | null,
): Promise<void> {
  await page.route(`**${path}*`, (route) => (answer ? route.fulfill(answer) : undefined));
}
const FAILED = { status: 500, json: {} };

async function fillIntake(page: Page): Promise<void> {
  await page.getByLabel('Company name').fill('Delta Desk');
  await page.getByLabel('Message volume').selectOption('5');
  await page.getByLabel('Slack', { exact: true }).check();
  await page.getByLabel('Contact email').fill('ada@desk.example');
  await page.getByRole('checkbox', { name: /^I consent/ }).check();
}
async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await page.getByLabel('Email', { exact: true }).fill('ada@desk.example');
  await page.getByLabel('Subject', { exact: true }).fill('A question about replay');
  await page.getByLabel('Message', { exact: true }).fill('Which months of prices can a rule be tried on?');
}
async function fillSignUp(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@desk.example');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse');
  await page.getByRole('checkbox').check();
}
async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@desk.example');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse');
}

const INTAKE = 'form[data-form="intake"]';
const CONTACT = 'form[data-form="contact"]';

/** By name, which its pictures carry. */
export const SITE_STATES: Readonly<Record<string, SiteState>> = {
  menu: { path: '/', reach: (page) => page.locator('summary').first().click() },
  'intake-wrong': {
    path: '/#intake',
    at: INTAKE,
    reach: async (page) => {
      await press(page, 'Request a Plan');
      await seen(page, 'Company name is required');
    },
  },
  'intake-busy': {
    path: '/#intake',
    at: `${INTAKE} [type="submit"]`,
    reach: async (page) => {
      await answered(page, '/rest/v1/leads', null);
      await fillIntake(page);
      await press(page, 'Request a Plan');
      await seen(page, 'Submitting...');
    },
  },
  'intake-failed': {
    path: '/#intake',
    at: `${INTAKE} [type="submit"]`,
    reach: async (page) => {
      await answered(page, '/rest/v1/leads', FAILED);
      await fillIntake(page);
      await press(page, 'Request a Plan');
      await toast(page);
    },
  },
  'intake-thanks': {
    path: '/#intake',
    at: '[data-intake="thanks"]',
    reach: async (page) => {
      await answered(page, '/rest/v1/leads', { status: 201, json: {} });
      await answered(page, '/functions/v1/notify-new-lead', { status: 200, json: { emailStatus: 'sent' } });
      await fillIntake(page);
      await press(page, 'Request a Plan');
      await toast(page);
    },
  },
  'intake-plain-wrong': {
    path: '/#intake',
    script: false,
    at: INTAKE,
    reach: async (page) => {
      await page.getByLabel('Company name').fill('Delta Desk');
      await press(page, 'Request a Plan');
    },
  },
  'contact-wrong': {
    path: '/contact',
    reach: async (page) => {
      await press(page, 'Send Message');
      await seen(page, 'Subject is required');
    },
  },
  'contact-busy': {
    path: '/contact',
    at: `${CONTACT} [type="submit"]`,
    reach: async (page) => {
      await answered(page, '/api/v1/contact', null);
      await fillContact(page);
      await press(page, 'Send Message');
      await seen(page, 'Sending...');
    },
  },
  'contact-failed': {
    path: '/contact',
    reach: async (page) => {
      await answered(page, '/api/v1/contact', FAILED);
      await fillContact(page);
      await press(page, 'Send Message');
      await toast(page);
    },
  },
  'contact-sent': {
    path: '/contact',
    reach: async (page) => {
      await answered(page, '/api/v1/contact', { status: 201, json: { status: 'received' } });
      await fillContact(page);
      await press(page, 'Send Message');
      await toast(page);
    },
  },
  'contact-plain-wrong': {
    path: '/contact',
    script: false,
    reach: (page) => press(page, 'Send Message'),
  },
  'sign-in-missing': {
    path: '/signin',
    reach: async (page) => {
      await press(page, 'Sign In');
      await toast(page);
    },
  },
  'sign-in-busy': {
    path: '/signin',
    reach: async (page) => {
      await answered(page, '/auth/v1/token', null);
      await fillSignIn(page);
      await press(page, 'Sign In');
      await seen(page, 'Processing...');
    },
  },
  'sign-in-failed': {
    path: '/signin',
    reach: async (page) => {
      await fillSignIn(page);
      await press(page, 'Sign In');
      await toast(page);
    },
  },
  'sign-up-wrong': {
    path: '/signup',
    reach: async (page) => {
      await page.getByLabel(/^Company/).check();
      await press(page, 'Create Account');
      await toast(page);
    },
  },
  'sign-up-busy': {
    path: '/signup',
    reach: async (page) => {
      await answered(page, '/auth/v1/signup', null);
      await fillSignUp(page);
      await press(page, 'Create Account');
      await seen(page, 'Processing...');
    },
  },
  'sign-up-failed': {
    path: '/signup',
    reach: async (page) => {
      await answered(page, '/auth/v1/signup', FAILED);
      await fillSignUp(page);
      await press(page, 'Create Account');
      await toast(page);
    },
  },
  'test-email-missing': {
    path: '/test-email',
    reach: async (page) => {
      await press(page, 'Send Test Email');
      await toast(page);
    },
  },
  'test-email-failed': {
    path: '/test-email',
    reach: async (page) => {
      await page.getByLabel('Recipient').fill('a@desk.example, b@desk.example');
      await press(page, 'Send Test Email');
      await toast(page);
    },
  },
  'blog-nothing-found': {
    path: '/blog',
    reach: (page) => page.getByRole('searchbox').first().fill('no such post'),
  },
  'not-found': { path: '/pricng' },
  'blog-not-found': { path: '/blog/99' },
  'no-script': { path: '/', script: false },
  'sign-in-no-script': { path: '/signin', script: false },
};
