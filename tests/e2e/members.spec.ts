import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { PASSWORD, signIn, signOut } from './account-people.ts';
import { expect, mailsTo, type OwnedProgram, readMail, test } from './journey.ts';
import { entered, openedAt, signedIn } from './signed-in.ts';

/** Another person, in a separate browser. */
async function another(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

async function invite(page: Page, program: OwnedProgram, email: string, role = 'Editor'): Promise<void> {
  await page.goto(`${program.url}/dashboard/team`);
  const form = page.getByRole('region', { name: 'Invite a member' });
  await form.getByLabel('Email', { exact: true }).fill(email);
  await form.getByLabel('Role').selectOption({ label: role });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('region', { name: 'Pending invitations' }).getByText(email)).toBeVisible();
}

const opened = new Set<string>();
/** The link in an invitation that no test has opened yet, once it has come. */
async function invitationLink(program: OwnedProgram, email: string): Promise<string> {
  let id = '';
  const fresh = async () => {
    const mail = (await mailsTo(program, email)).find((each) => !opened.has(each.id));
    id = mail?.id ?? '';
    return mail?.subject;
  };
  await expect.poll(fresh).toMatch(/invites you to/);
  opened.add(id);
  return /https?:\/\/\S+\/invitation\?\S+/.exec((await readMail(program, id)).text)?.[0] ?? '';
}

/** Opens an account at the page of the mailed link, and is then in the workspace. */
async function joinAsNewcomer(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account and Join' }).click();
  await page.waitForURL('**/dashboard');
}

const member = (page: Page, email: string) =>
  page.getByRole('region', { name: 'Members' }).getByRole('listitem').filter({ hasText: email });

test('somebody is invited by mail, opens an account, joins, gets another role, and is removed', async ({
  page,
  browser,
  program,
}) => {
  const workspaceId = await openedAt(
    page,
    program,
    { email: 'owner@desk.example', confirmed: true },
    '/team',
  );
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await expect(member(page, 'owner@desk.example')).toContainText('The only owner');
  await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0);
  await expectAccessible(page);

  // What is wrong is said where it was typed, and stays.
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();

  await invite(page, program, 'grace@desk.example', 'Viewer');
  await expectAccessible(page);
  await expect.poll(async () => (await mailsTo(program, 'grace@desk.example')).length).toBe(1);
  const [mail] = await mailsTo(program, 'grace@desk.example');
  const { text, html } = await readMail(program, mail?.id ?? '');
  expect(text).toContain('Ada Byron invites you to Ada Byron');
  expect(text).toContain('as viewer');
  expect(html).toContain('See the invitation');

  const guest = await another(browser);
  const link = await invitationLink(program, 'grace@desk.example');
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Join Ada Byron' })).toBeVisible();
  await expect(guest.getByLabel('Email', { exact: true })).toHaveValue('grace@desk.example');
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Create Account and Join' }).click();
  await expect(guest.getByLabel('Full name')).toBeFocused();
  await joinAsNewcomer(guest, link, 'Grace Hopper');
  await expect(guest.getByText('You are in Ada Byron', { exact: true })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Workspace: Ada Byron. Switch' })).toBeVisible();
  // No banner asks to confirm: the mail has shown whose address it is.
  await expect(guest.getByRole('region', { name: 'Email confirmation' })).toHaveCount(0);

  // The inviter hears of it, and sees it without a reload.
  await expect(page.getByRole('region', { name: 'Pending invitations' })).toHaveCount(0);
  await expect(member(page, 'grace@desk.example')).toContainText('Grace Hopper');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();

  // A viewer is offered nothing that would be refused.
  await expect(guest.getByRole('heading', { name: 'Nothing on the wire yet' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Start Trial Run' })).toHaveCount(0);
  await guest.getByRole('link', { name: 'Team' }).click();
  await expect(member(guest, 'owner@desk.example')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Send invitation' })).toHaveCount(0);
  await expect(guest.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expect(guest.getByLabel('Role of Ada Byron')).toHaveCount(0);
  await guest.goto(`${program.url}/dashboard/team/activity`);
  await expect(guest.getByRole('heading', { name: 'Activity isn’t available to your role' })).toBeVisible();
  await expect(guest.getByText('Ada Byron can give it to you.')).toBeVisible();
  await expectAccessible(guest);

  // The palette offers no run to a viewer, and a workspace of the guest's own; so does the switch.
  await guest.goto(`${program.url}/dashboard`);
  await expect(guest.getByRole('heading', { name: 'Nothing on the wire yet' })).toBeVisible();
  await guest.keyboard.press('Control+k');
  await expect(guest.getByRole('option', { name: /^Dashboard/ })).toBeVisible();
  await expect(guest.getByRole('option', { name: /^Start a? ?trial run/i })).toHaveCount(0);
  await expect(guest.getByRole('group', { name: 'Workspaces' }).getByRole('option')).toHaveText([
    'Start your own workspace',
  ]);
  await guest.keyboard.press('Escape');
  await guest.getByRole('button', { name: 'Workspace: Ada Byron. Switch' }).click();
  const choice = guest.getByRole('region', { name: 'Workspaces' });
  await expect(choice.getByRole('button', { name: /^Start your own workspace/ })).toContainText('14 days');
  await expectAccessible(guest);
  await guest.keyboard.press('Escape');

  // A role changes live, and is taken back by a press.
  await page.getByLabel('Role of Grace Hopper').selectOption({ label: 'Editor' });
  await expect(page.getByText('Grace Hopper is now editor.')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Start Trial Run' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Role of Grace Hopper')).toHaveValue('viewer');
  await expect(guest.getByRole('button', { name: 'Start Trial Run' })).toHaveCount(0);

  // Removed: out at once, and on in a workspace of one's own, whose trial begins then.
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(member(page, 'grace@desk.example')).toHaveCount(0);
  await expect(guest.getByText('You are no longer in that workspace', { exact: true })).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'You belong to no workspace' })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('link', { name: 'Open your settings' }).click();
  const own = guest.getByRole('region', { name: 'Your own workspace' });
  await expect(own.getByRole('button', { name: 'Start your own workspace' })).toBeVisible();
  // What belongs to a workspace is not there, instead of an error.
  await expect(guest.getByRole('region', { name: 'Your data' })).toBeVisible();
  await expect(guest.getByRole('region', { name: /^(Emails|API keys)$/ })).toHaveCount(0);
  await guest.goBack();
  await guest.getByRole('main').getByRole('button', { name: 'Start your own workspace' }).click();
  await expect(guest.getByText('You are in Grace Hopper', { exact: true })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Start Trial Run' })).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Workspace:/ })).toHaveCount(0);
  const { rows } = await program.owner.query('select user_id from members where workspace_id = $1', [
    workspaceId,
  ]);
  expect(rows).toHaveLength(1);

  // Who did what, with its filters.
  await page.getByRole('link', { name: 'Activity' }).click();
  const log = page.getByRole('region', { name: 'Activity' });
  await expect(log.getByRole('listitem').first()).toContainText(
    'Ada Byron removed Grace Hopper, who was viewer',
  );
  await expect(log.getByText('joined as viewer')).toBeVisible();
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Person' }).click();
  await log.getByRole('button', { name: 'Grace Hopper' }).click();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/person=/);
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('activity.csv');
});

test('a person of two workspaces switches between them, and other tabs stay where they are', async ({
  page,
  browser,
  program,
}) => {
  await entered(page, program, { email: 'two@desk.example', confirmed: true });
  const host = await another(browser);
  await signedIn(host, program, { email: 'host@desk.example', confirmed: true });
  await host.goto(`${program.url}/dashboard/settings`);
  await host.getByLabel('Workspace name').fill('Harbour Desk');
  await host.getByRole('button', { name: 'Save Names' }).click();
  await expect(host.getByText('Changes saved', { exact: true })).toBeVisible();
  await invite(host, program, 'two@desk.example', 'Admin');

  // With an account of that address: signed out, one signs in here and accepts.
  await signOut(page, program);
  await page.goto(await invitationLink(program, 'two@desk.example'));
  await expect(page.getByRole('heading', { name: 'Join Harbour Desk' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/dashboard');
  const here = page.getByRole('button', { name: /^Workspace:/ });
  await expect(here).toHaveAccessibleName('Workspace: Harbour Desk. Switch');

  // The palette goes to the other one and back.
  const goTo = async (workspace: string) => {
    await page.keyboard.press('Control+k');
    const ways = page.getByRole('group', { name: 'Workspaces' }).getByRole('option');
    await expect(ways).toHaveText([`Switch to ${workspace}`]);
    await ways.click();
    await expect(here).toHaveAccessibleName(`Workspace: ${workspace}. Switch`);
  };
  await goTo('Ada Byron');
  await goTo('Harbour Desk');

  const tab = await page.context().newPage();
  await tab.goto(`${program.url}/dashboard/team`);
  await expect(member(tab, 'host@desk.example')).toBeVisible();

  await here.press('Enter');
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Workspaces' })
    .getByRole('button', { name: /Ada Byron/ })
    .press('Enter');
  await expect(here).toHaveAccessibleName('Workspace: Ada Byron. Switch');
  await page.reload();
  await expect(here).toHaveAccessibleName('Workspace: Ada Byron. Switch');
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(member(page, 'two@desk.example')).toContainText('The only owner');
  // What happens in the one is not heard in the other.
  await tab.bringToFront();
  await invite(host, program, 'third@desk.example');
  await expect(tab.getByText('third@desk.example')).toBeVisible();
  await expect(page.getByText('third@desk.example')).toHaveCount(0);

  // On a phone it stands in the menu, and nothing sticks out.
  await page.bringToFront();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expectAccessible(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByLabel('Workspace').selectOption({ label: 'Harbour Desk' });
  await page.keyboard.press('Escape');
  await expect(member(page, 'host@desk.example')).toBeVisible();
  await expectFits(page);

  // One leaves of one's own will.
  await page.getByRole('button', { name: 'Leave Harbour Desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('You have left Harbour Desk', { exact: true })).toBeVisible();
  await expect(here).toHaveCount(0);
});

test('a link says what has become of its invitation, and for whom it is', async ({
  page,
  browser,
  program,
}) => {
  await signedIn(page, program, { email: 'links@desk.example', confirmed: true });
  const guest = await another(browser);

  await guest.goto(`${program.url}/invitation`);
  await expect(guest.getByRole('heading', { name: 'This link isn’t complete' })).toBeVisible();
  await guest.goto(`${program.url}/invitation?token=nonsense`);
  await expect(guest.getByRole('heading', { name: 'This link leads to no invitation' })).toBeVisible();

  // Withdrawn, and back again with another link.
  await invite(page, program, 'w@desk.example');
  const first = await invitationLink(program, 'w@desk.example');
  await page.getByRole('button', { name: 'Withdraw the invitation to w@desk.example' }).click();
  await expect(page.getByText('Its link no longer works').first()).toBeVisible();
  await guest.goto(first);
  await expect(guest.getByRole('heading', { name: 'This invitation was withdrawn' })).toBeVisible();
  await expectAccessible(guest);
  await page.getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByRole('button', { name: 'Resend the invitation to w@desk.example' })).toBeVisible();

  // Expired, and sent again.
  await program.owner.query(`update invitations set expires_at = now() where email = 'w@desk.example'`);
  await guest.goto(await invitationLink(program, 'w@desk.example'));
  await expect(guest.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Expired', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Resend the invitation to w@desk.example' }).click();
  await expect(page.getByText('Expired', { exact: true })).toHaveCount(0);

  // Signed in as somebody else: says so, and goes on signed out.
  await signedIn(guest, program, { email: 'else@desk.example', confirmed: true });
  const link = await invitationLink(program, 'w@desk.example');
  await guest.goto(link);
  await expect(guest.getByText('You are signed in as else@desk.example')).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Sign out and go on' }).click();
  await expect(guest.getByRole('button', { name: 'Create Account and Join' })).toBeVisible();
  await guest.getByRole('button', { name: 'Decline the invitation' }).click();
  await expect(guest.getByRole('heading', { name: 'Declined' })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'This invitation was declined' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pending invitations' })).toHaveCount(0);
});

test('ownership is given, and the only owner of others cannot go', async ({ browser, program }) => {
  // Refusals stand in the browser's console: not in the page that must be without any.
  const page = await another(browser);
  await signedIn(page, program, { email: 'boss@desk.example', confirmed: true });
  await invite(page, program, 'heir@desk.example', 'Admin');
  const heir = await another(browser);
  await joinAsNewcomer(heir, await invitationLink(program, 'heir@desk.example'), 'Mary Heir');

  // An admin is not offered what only owners may do.
  await heir.getByRole('link', { name: 'Team' }).click();
  await expect(heir.getByRole('button', { name: 'Send invitation' })).toBeVisible();
  await expect(heir.getByLabel('Role of Ada Byron')).toHaveCount(0);
  await expect(heir.getByRole('button', { name: 'Remove Ada Byron' })).toHaveCount(0);

  await page.goto(`${program.url}/dashboard/settings`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByText('You are the only owner of “Ada Byron”')).toBeVisible();

  await page.goto(`${program.url}/dashboard/team`);
  await page.getByLabel('Role of Mary Heir').selectOption({ label: 'Owner' });
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await expect(page.getByLabel('Role of Mary Heir')).toHaveValue('owner');
  await expect(heir.getByLabel('Role of Ada Byron')).toBeVisible();
  await page.getByRole('button', { name: 'Leave Ada Byron' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  // It was the only one, and the one with the trial: nothing is left but the way out.
  await expect(page.getByRole('heading', { name: 'You belong to no workspace' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start your own workspace' })).toHaveCount(0);
  await expectAccessible(page);
  await expect(member(heir, 'heir@desk.example')).toContainText('The only owner');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${program.url}/`);
  await signIn(page, program, 'boss@desk.example');
  await expect(page.getByRole('heading', { name: 'You belong to no workspace' })).toBeVisible();
});
