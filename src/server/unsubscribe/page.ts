import { siteConfig } from '#src/shared/site-config.ts';
import { escape, page } from '../shared/page.ts';

const settings = '<a class="link" href="/dashboard/settings">Settings</a>';

export const askPage = (css: string, workspace: string): string =>
  page(
    css,
    'Unsubscribe',
    `<h1>Unsubscribe from alert emails?</h1>
<p>You won’t get any more alert emails from ${escape(workspace)}. You stay a member of the workspace and can still read its alerts in your account.</p>
<form method="post"><button class="act" type="submit">Unsubscribe</button></form>`,
  );

export const donePage = (css: string, workspace: string): string =>
  page(
    css,
    'Unsubscribed',
    `<h1>You’re unsubscribed</h1>
<p>You won’t get any more alert emails from ${escape(workspace)}. To get them again, turn on “Alerts” in ${settings}.</p>`,
  );

/** For a link that isn't ours, and for one whose member has left the workspace. */
export const unknownPage = (css: string): string =>
  page(
    css,
    'This link doesn’t work',
    `<h1>This link doesn’t work</h1>
<p>It may be incomplete, or you have left the workspace and get no alerts from it. You can also sign in and turn alert emails off in ${settings}.</p>
<p><a class="link" href="/">About ${escape(siteConfig.name)}</a></p>`,
  );
