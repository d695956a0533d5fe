import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/axe.ts';
import { expectFits } from '#tests/support/fits.ts';
import { choose } from './choose.ts';
import { expect, test } from './journey.ts';
import { openedAt, signedIn } from './signed-in.ts';

const rules = (page: Page) => page.getByRole('list', { name: 'Rules' });

test('a rule is made, read in words, mended, replayed, paused, copied, taken out and in, deleted and brought back', async ({
  page,
  program,
}) => {
  await openedAt(page, program, { email: 'rules@desk.example' }, '/rules');
  await expect(rules(page).getByText('S&P 500 moves 5% or more in a day')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  // The builder says in words what its rows say.
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByText('Give the rule a name.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  // A template fills in name, condition and timeframe.
  await choose(page, 'Start from a template (optional)', 'golden', /^Golden cross/);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Golden cross');
  await expect(page.locator('[data-reading]')).toContainText('50-bar average of the close rises above');
  await choose(
    page,
    'Start from a template (optional)',
    'above its 200',
    /^Closes above its 200-day average/,
  );
  await page.getByLabel('Name', { exact: true }).fill('Above its average');
  await choose(page, 'Symbol or watchlist', 'spx', /^SPX /);
  await page.getByLabel('Compared with, row 1').fill('sma(100)');
  await expect(page.locator('[data-reading]')).toHaveText('The close crosses above its 100-bar average.');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Figure of row 2').fill('rsi(14)');
  await page.getByLabel('Comparison of row 2').selectOption('>');
  await page.getByLabel('Compared with, row 2').fill('50');
  await expect(page.locator('[data-reading]')).toContainText('and the 14-bar RSI is above 50.');

  // A figure of another symbol, and of its own again.
  await choose(page, 'Symbol compared with in row 1', 'spx', /^SPX /);
  await expect(page.locator('[data-reading]')).toContainText(
    'The close crosses above the 100-bar average of the close of SPX and',
  );
  await page.getByLabel('Bars compared with in row 1').selectOption('1w');
  await expect(page.locator('[data-reading]')).toContainText('of the close of SPX on weekly bars and');
  // A channel of figures says it of each edge.
  await page.getByLabel('Comparison of row 2').selectOption('is outside');
  await page.getByLabel('Bars of the high in row 2').selectOption('1d');
  await expect(page.locator('[data-reading]')).toContainText(
    'to the upper Bollinger band (20 bars, 2 deviations) on daily bars.',
  );
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Comparison of row 2').selectOption('>');
  await page.getByLabel('Compared with, row 2').fill('50');
  await choose(page, 'Symbol compared with in row 1', '', 'same symbol');
  await page.getByLabel('Bars compared with in row 1').selectOption('');

  // As a text, with a mistake that is pointed at.
  await page.getByRole('radio', { name: 'Text' }).check();
  const condition = page.getByLabel('Condition', { exact: true });
  await expect(condition).toHaveValue('close crosses above sma(100) and rsi(14) > 50');
  await condition.fill('close crosses above smaa(100)');
  await expect(page.locator('[data-problem]')).toContainText("Line 1, column 21: there is no 'smaa'.");
  await expect(page.locator('[data-problem]')).toContainText(`${' '.repeat(22)}^`);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByText('Fix the condition first. The message shows where.')).toBeVisible();
  // As on a chart platform: it shows what is saved, and what is not in it.
  await condition.fill('fast = ta.ema(close, 12)\nplot(fast)\nalertcondition(ta.crossover(close, fast))');
  const became = page.getByRole('region', { name: 'Saved as' });
  await expect(became).toContainText('close crosses above ema(12)');
  await expect(became).toContainText('Line 2: plot draws on a chart, and isn’t part of the rule.');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await became.getByRole('button', { name: 'Replace my text' }).click();
  await expect(condition).toHaveValue('close crosses above ema(12)');
  await expect(became).toHaveCount(0);
  await condition.fill('close > 100 && close > ath');
  await expect(page.locator('[data-problem]')).toContainText('Write close > 104-week high');
  await condition.fill('close > highest(high, 20)');
  await expect(page.getByText('Use highest(high, 20)[1] to leave the bar out.')).toBeVisible();
  await condition.fill('close crosses above sma(100)');

  // Where it would have triggered on the recorded S&P 500, without asking.
  const live = page.getByRole('region', { name: 'On past data' });
  const counted = live.getByText(/alerts in .* bars/);
  await expect(live.getByText(/alerts in .* bars, .* a year\./)).toBeVisible({ timeout: 20_000 });
  const choices = live.getByLabel('Alerts by frequency');
  await expect(choices).toContainText('Once per bar close (selected)');
  await expect(choices).toContainText('Every time it becomes true');
  await expect(live.locator('figure canvas').first()).toBeVisible();
  const newest = live.getByRole('region', { name: 'Newest alert' });
  await expect(newest).toContainText(/S&P 500 .*SPX/s);
  await expectAccessibleInBothThemes(page);
  const before = await counted.textContent();
  await page.getByLabel('Cooldown (minutes)').fill(String(60 * 24 * 90));
  await expect(counted).not.toHaveText(before ?? '', { timeout: 20_000 });
  // Its days make the weeks that a rule names.
  const rested = await counted.textContent();
  await condition.fill('close crosses above sma(10) on 1w');
  await expect(counted).not.toHaveText(rested ?? '', { timeout: 45_000 });
  await expect(live.getByText(/^[1-9]\d+ alerts in .* bars/)).toBeVisible();
  await condition.fill('close crosses above sma(100)');

  // Each alert of a span, which cannot end before it begins.
  const panel = page.getByRole('region', { name: 'Backtest a period' });
  await panel.getByLabel('First day').fill('2009-01-01');
  await panel.getByLabel('Last day').fill('2008-12-31');
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(panel.getByText('The span ends before it begins.')).toBeVisible();
  await expect(panel.getByLabel('Last day')).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await panel.getByLabel('Last day').fill('2009-12-31');
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(panel.getByText(/in 252 bars, .*2009.* to .*2009/)).toBeVisible({ timeout: 20_000 });
  await expect(panel.getByRole('table', { name: /Backtested alerts/ }).getByRole('row')).not.toHaveCount(0);

  // Words of its own, with a placeholder that is chosen, one that it does not have, and how they would look.
  const says = page.getByRole('group', { name: 'Custom message' });
  await says.getByLabel('Headline').fill('Look at {{plot_2}}');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(says.getByText('Headline, column 9: the rule compares 2 figures')).toBeVisible();
  await says.getByLabel('Headline').fill('Look at');
  await says.getByText('Placeholders', { exact: true }).click();
  await says.getByRole('button', { name: '{{ticker}}' }).click();
  await expect(says.getByLabel('Headline')).toHaveValue('Look at {{ticker}}');
  await expect(newest).toContainText('Look at SPX');
  await says.getByRole('button', { name: 'Preview' }).click();
  const preview = says.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Look at SPX', { timeout: 20_000 });
  await expect(preview).toContainText('The close crosses above its 100-bar average.');
  await expectAccessibleInBothThemes(page);

  // Who gets it: the members unless told, then a route.
  const who = page.getByRole('group', { name: 'Who gets it' });
  await expect(who.getByText('Members get it, in the brand Ada Byron.')).toBeVisible();
  await who.getByRole('button', { name: 'Add a route' }).click();
  await who.getByLabel('Members').uncheck();
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(who.getByText('Choose who gets it: an audience or a destination.')).toBeVisible();
  await who.getByLabel('Members').check();
  await who.getByLabel('Expires after, in minutes').fill('60');
  await who.getByLabel('Embargo, in minutes').fill('60');
  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(who.getByText('An alert would expire before it’s released.')).toBeVisible();
  await who.getByLabel('Embargo, in minutes').fill('15');
  await expect(
    who.getByText(
      'Members, in the brand Ada Byron. Under embargo for 15 minutes after it’s sent. Not sent once it is an hour old.',
    ),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Above its average' })).toBeVisible();
  await expect(says.getByLabel('Headline')).toHaveValue('Look at {{ticker}}');
  await expect(page.getByRole('region', { name: 'Why this rule is quiet' })).toContainText(
    'No live feed brings new bars of SPX',
  );
  await page.getByRole('navigation', { name: 'Above' }).getByRole('link', { name: 'Rules' }).click();
  await expect(rules(page).getByText('To Members in Ada Byron')).toBeVisible();
  await page.getByRole('button', { name: 'Pause Above its average' }).click();
  await expect(page.getByRole('button', { name: 'Switch Above its average on' })).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate Above its average' }).click();
  await expect(rules(page).getByText('Above its average (copy)')).toBeVisible();

  // Out, and in again.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect((JSON.parse(file) as { rules: unknown[] }).rules).toHaveLength(3);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await expect(page.getByText('3 rules imported').first()).toBeVisible();
  await expect(rules(page).getByRole('listitem')).toHaveCount(6);

  // Each says when it last triggered; several are selected by keys, resumed together, and paused again.
  await expect(rules(page).getByText('0 events in 30 days')).toHaveCount(6);
  await expect(rules(page).getByText('Never triggered')).toHaveCount(6);
  const selected = page.getByRole('region', { name: 'Selected rules' });
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(selected.getByText('1 rule selected')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(selected.getByRole('button', { name: 'Select all 6' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await selected.getByRole('button', { name: 'Resume 3' }).click();
  await expect(selected.getByText('3 rules resumed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Switch .* on$/ })).toHaveCount(3);
  await selected.getByRole('button', { name: 'Undo' }).click();
  await expect(selected.getByText('3 rules paused.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Switch .* on$/ })).toHaveCount(6);
  await selected.getByRole('button', { name: 'Close' }).click();
  await expect(selected).toHaveCount(0);

  // Found, deleted, brought back.
  await page.keyboard.press('/');
  await page.keyboard.type('(copy)');
  await expect(rules(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Above its average (copy)' }).first().click();
  await expect(rules(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rules(page).getByRole('listitem')).toHaveCount(2);

  // Deleted, found again later, and brought back on its page.
  await page.getByRole('button', { name: 'Delete Above its average (copy)' }).first().click();
  await expect(rules(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Deleted', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted rules' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole('list', { name: 'Deleted rules' }).getByRole('link').click();
  await expect(page.getByText('This rule is deleted. Restore it to change it.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeEnabled();
  await page.goto(`${program.url}/dashboard/rules?deleted=yes`);
  await expect(page.getByRole('heading', { name: 'No rule is deleted' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the rules' }).click();
  await expect(rules(page).getByRole('listitem')).toHaveCount(6);

  // A watchlist, and a rule that goes over it.
  await page.getByRole('link', { name: 'Watchlists' }).click();
  await expect(page.getByRole('heading', { name: 'No watchlists yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New watchlist' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Indices');
  await page.getByLabel('Symbols').fill('spx');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Watchlists' }).getByText('Indices')).toBeVisible();
  await page.getByRole('navigation', { name: 'Above' }).getByRole('link', { name: 'Rules' }).click();
  await rules(page).getByRole('link', { name: 'Above its average', exact: true }).first().click();
  await choose(page, 'Symbol or watchlist', '', 'Watchlist Indices (1)');

  // Leaving asks while it isn't saved, by a link as by the browser's own way back; staying keeps all of it.
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('navigation', { name: 'Above' }).getByRole('link', { name: 'Rules' }).click();
  await leave.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await expect(leave).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await expect(page).toHaveURL(/\/rules\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Version 2')).toBeVisible();

  // Muted, it says so on its page, in the list and under Sending, where it's unmuted.
  await page.getByRole('button', { name: 'Mute this rule' }).click();
  const mute = page.getByRole('dialog', { name: 'Mute the rule “Above its average”?' });
  await mute.getByLabel('For how long').selectOption('time');
  await expect(mute.getByLabel('Until', { exact: true })).toBeVisible();
  await mute.getByLabel('For how long').selectOption('none');
  await mute.getByLabel('Why (optional)').fill('Too many');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await mute.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(page.getByText('The rule, by Ada Byron: Too many')).toBeVisible();
  await page.getByRole('navigation', { name: 'Above' }).getByRole('link', { name: 'Rules' }).click();
  await expect(rules(page).getByText('Muted', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Account area' }).getByRole('link', { name: 'Sending' }).click();
  await expectAccessibleInBothThemes(page);
  const muted = page.getByRole('list', { name: 'Muted' });
  await expect(muted).toContainText('Too many');
  await muted.getByRole('button', { name: 'Unmute the rule “Above its average”' }).click();
  await expect(page.getByText('Nothing is muted.')).toBeVisible();
  await page.goBack();
  await rules(page).getByRole('link', { name: 'Above its average', exact: true }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Never kept');
  await page.goBack();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(
    rules(page).getByRole('link', { name: 'Above its average', exact: true }).first(),
  ).toBeVisible();
});

test('who may not change rules can look at them and replay them', async ({ page, program }) => {
  const workspaceId = await signedIn(page, program, { email: 'looks@desk.example' });
  await program.owner.query(`update members set role = 'viewer' where workspace_id = $1`, [workspaceId]);
  await page.goto(`${program.url}/dashboard/rules`);
  await expect(rules(page).getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^(Pause|Delete|Duplicate|Import)/ })).toHaveCount(0);
  await expect(rules(page).getByRole('checkbox')).toHaveCount(0);
  await rules(page).getByRole('link').click();
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
  await expect(page.getByText('Your role can view and backtest rules, but not change them.')).toBeVisible();
  await page.getByRole('button', { name: 'Run backtest' }).click();
  await expect(page.getByRole('table', { name: /Backtested alerts/ })).toBeVisible({
    timeout: 20_000,
  });
  await page.goto(`${program.url}/dashboard/rules/new`);
  await expect(page.getByRole('heading', { name: 'You can’t create rules here' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('groups, "not" and "within" are built by hand, by mouse and by keyboard, and read again from the text', async ({
  page,
  program,
}) => {
  await signedIn(page, program, { email: 'builder@desk.example' });
  await page.goto(`${program.url}/dashboard/rules/new`);
  await page.getByLabel('Name', { exact: true }).fill('Bounce without a quiet day');
  await choose(page, 'Symbol or watchlist', 'spx', /^SPX /);
  const says = page.locator('[data-reading]');
  const named = (name: string) => page.getByRole('button', { name, exact: true });

  // "not c within 5 bars", and below it "a or b".
  await page.getByLabel('Figure of row 1', { exact: true }).fill('volume');
  await page.getByLabel('Comparison of row 1', { exact: true }).selectOption('<');
  await page.getByLabel('Compared with, row 1', { exact: true }).fill('sma(volume, 20)');
  await named('not, row 1').click();
  await named('within the last, row 1').click();
  await page.getByLabel('How many, row 1').fill('5');
  await expect(named('not, row 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(says).toHaveText(
    'It is not true that (the volume is below its 20-bar average, on this bar or one of the 4 before).',
  );
  await named('Add group').click();
  await expect(page.getByLabel('Figure of row 2.1')).toBeFocused();
  await page.getByLabel('Compared with, row 2.1').fill('sma(200)');
  await page.getByLabel('Figure of row 2.2').fill('rsj(14)');

  // What is wrong is said, and the field is marked in which it was typed.
  await expect(page.locator('[data-problem]')).toContainText("there is no 'rsj'. Did you mean 'rsi'?");
  await expect(page.getByLabel('Figure of row 2.2')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Figure of row 2.2')).toHaveAccessibleDescription(/there is no 'rsj'/);
  await expectAccessibleInBothThemes(page);
  await page.getByLabel('Figure of row 2.2').fill('rsi(14)');
  await expect(page.getByLabel('Figure of row 2.2')).not.toHaveAttribute('aria-invalid');

  // The row goes into the group and through it, by keyboard, and the focus goes with it; then the group goes up.
  await page.getByLabel('How many, row 1').focus();
  for (const place of ['1.1', '1.2', '1.3', '2']) {
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(page.getByLabel(`How many, row ${place}`, { exact: true })).toBeFocused();
  }
  await named('Move or group row 2').click();
  await expectAccessibleInBothThemes(page);
  await expect(named('Move down')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(named('Move or group row 2')).toBeFocused();

  // Taken away and brought back.
  await named('Remove group 1').click();
  await expect(page.getByText('Removed group 1.')).toBeVisible();
  await expect(page.getByLabel('Figure of row 1', { exact: true })).toHaveValue('volume');
  await expect(named('Remove row 1')).toBeDisabled();
  await named('Undo').click();
  await expect(named('Move or group group 1')).toBeFocused();
  await expect(says).toContainText('(Either the close crosses above its 200-bar average or');

  // Into a group of its own, and out of it.
  await named('Move or group row 2').click();
  await named('Move to new group').click();
  await expect(named('Move or group group 2')).toBeFocused();
  await named('Move or group group 2').click();
  await named('Ungroup').click();
  await expect(named('not, row 2')).toHaveAttribute('aria-pressed', 'true');

  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
  }
  await expectAccessibleInBothThemes(page);
  await named('Save and turn on').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bounce without a quiet day' })).toBeVisible();
  const { rows } = await program.owner.query<{ condition: string }>(
    `select condition from rules where name = 'Bounce without a quiet day'`,
  );
  expect(rows).toEqual([
    {
      condition:
        '(close crosses above sma(200) or rsi(14) < 30) and not volume < sma(volume, 20) within 5 bars',
    },
  ]);

  // It is the same when it is opened, and as text; what is nested too deep says why it stays text.
  await page.reload();
  await expect(page.getByLabel('How group 1 is joined')).toHaveValue('any');
  await expect(page.getByLabel('How many, row 2')).toHaveValue('5');
  await page.getByRole('radio', { name: 'Text' }).check();
  const condition = page.getByLabel('Condition', { exact: true });
  await expect(condition).toHaveValue(rows[0]?.condition ?? '');
  const deep = 'close > 1 and (close > 2 or ('.repeat(4) + 'close > 3 and close > 4' + '))'.repeat(4);
  await condition.fill(deep);
  await expect(page.getByText('The builder shows groups up to 6 deep.')).toBeVisible();
  await page.getByRole('radio', { name: 'Builder' }).check();
  await page.getByRole('button', { name: 'Change it as text' }).click();
  await expect(condition).toHaveValue(deep);
  await condition.fill('not (close > 1 and (close > 2 or close > 3) within 2 hours)');
  await page.getByRole('radio', { name: 'Builder' }).check();
  await expect(named('not, group 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Bars or time, group 1.2')).toHaveValue('hour');
});

test('a rule begins at a price, and its level is set and moved on the chart', async ({ page, program }) => {
  const asked = '/rules/new?symbol=SPX&timeframe=1d&level=2000';
  await openedAt(page, program, { email: 'levels@desk.example' }, asked);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('SPX crosses 2,000.00');
  const level = page.getByLabel('Compared with, row 1');
  await expect(level).toHaveValue('2000');
  const live = page.getByRole('region', { name: 'On past data' });
  const chart = live.locator('figure');
  await expect(chart.locator('canvas').first()).toBeVisible({ timeout: 20_000 });

  await chart.click({ button: 'right', position: { x: 120, y: 90 } });
  const menu = live.getByRole('region', { name: /^At / });
  await expect(menu.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await chart.click({ button: 'right', position: { x: 120, y: 90 } });
  const name = (await menu.getAttribute('aria-label')) ?? '';
  const price = name.replace('At ', '');
  await menu.getByRole('button', { name: /^Alert at / }).click();
  await expect(level).toHaveValue(price);

  // The line is where the price is: dragged down, it is at a lower one.
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + 120, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 120, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Number(await level.inputValue())).toBeLessThan(Number(price));
  const moved = Number(await level.inputValue());

  // A second level joins the first. A finger asks by resting: iPhones send no right click for it.
  const add = menu.getByRole('button', { name: 'Add as “or”' });
  await expect(async () => {
    await chart.evaluate((node) => {
      const { left, top } = node.getBoundingClientRect();
      const at = {
        clientX: left + 120,
        clientY: top + 60,
        pointerType: 'touch',
        isPrimary: true,
        bubbles: true,
      };
      node.querySelector('canvas')?.dispatchEvent(new PointerEvent('pointerdown', at));
    });
    // The chart may be drawn anew meanwhile, for the level that has just moved.
    await expect(add).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await add.click();
  await expect(page.locator('[data-reading]')).toContainText(/crosses .* or .*crosses /);
  await expect(level).toHaveValue(String(moved));
});

test('a trend line is drawn by two points, and set by dates from the keyboard', async ({ page, program }) => {
  await openedAt(
    page,
    program,
    { email: 'lines@desk.example' },
    '/rules/new?symbol=SPX&timeframe=1d&level=2000',
  );
  const live = page.getByRole('region', { name: 'On past data' });
  const chart = live.locator('figure');
  await expect(chart.locator('canvas').first()).toBeVisible({ timeout: 20_000 });
  const menu = live.getByRole('region', { name: /^At / });
  const ask = (x: number, y: number) => chart.click({ button: 'right', position: { x, y } });

  await ask(60, 120);
  await menu.getByRole('button', { name: 'Trend line from here' }).click();
  await expect(live.getByText(/^Trend line from .* Now choose its second point/)).toBeVisible();
  await ask(200, 80);
  await menu.getByRole('button', { name: 'Trend line to here' }).click();
  await expect(page.locator('[data-reading]')).toContainText(
    /The close crosses the line from [\d.]+ on \d{4}-\d{2}-\d{2} through [\d.]+ on \d{4}-\d{2}-\d{2}\./,
  );
  await expect(live.getByText(/Now choose its second point/)).toHaveCount(0);

  // The second one joins it, from the keyboard alone.
  const byDates = live.getByRole('button', { name: 'Trend line by dates' });
  await byDates.focus();
  await page.keyboard.press('Enter');
  await live.getByLabel('Price there').fill('none');
  await live.getByRole('button', { name: 'Use this line' }).press('Enter');
  await expect(live.getByRole('alert')).toHaveText('Enter both prices as numbers above 0, such as 118.5.');
  await live.getByLabel('From (UTC)').fill('2018-01-02');
  await live.getByLabel('Price there').fill('1900');
  await live.getByLabel('Through (UTC)').fill('2018-03-01');
  await live.getByLabel('Its price').fill('2100');
  await expectAccessibleInBothThemes(page);
  await live.getByRole('button', { name: 'Use this line' }).press('Enter');
  await expect(page.locator('[data-reading]')).toHaveText(
    /The close crosses the line from 1900 on 2018-01-02 through 2100 on 2018-03-01\./,
  );
});
