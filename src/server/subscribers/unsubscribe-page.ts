import { TOPICS } from '#src/shared/topics.ts';
import type { Known } from '#src/subscribers/people.ts';
import type { LeaveScope } from '#src/subscribers/unsubscribe.ts';
import { escape } from '../shared/page.ts';
import { choice } from './brand-page.ts';

const preferences = (known: Known, label: string): string =>
  `<p><a class="link" href="/preferences/${escape(known.token)}">${escape(label)}</a></p>`;

/** What each scope is called, for this person. */
function scopesOf(known: Known): Partial<Record<LeaveScope, string>> {
  const from = known.brandId === null ? known.workspace : known.look.name;
  const by = known.channelTitle === '' ? '' : ` by ${known.channelTitle.toLowerCase()}`;
  return {
    brand: `All alerts from ${from}${by}`,
    ...(known.topic && { topic: `Only “${TOPICS[known.topic].label}” from ${from}` }),
    ...(known.brandId !== null && { everything: `Everything from ${known.workspace}, on every channel` }),
  };
}

export function askPage(known: Known): { title: string; main: string } {
  const scopes = Object.entries(scopesOf(known)).map(([value, label]) =>
    choice('radio', { name: 'scope', value, label, checked: value === 'brand' }),
  );
  const stays = known.isMember ? ' You stay a member of the workspace.' : '';
  return {
    title: 'Unsubscribe',
    main: `<h1>Unsubscribe from alerts?</h1>
<p>${known.hint ? `For ${escape(known.hint)}. ` : ''}It takes effect at once.${stays}</p>
<form method="post"><fieldset><legend>What to stop</legend>
${scopes.join('\n')}
</fieldset><button class="act" type="submit">Unsubscribe</button></form>
${preferences(known, 'Choose what you get instead')}`,
  };
}

export function donePage(known: Known, scope: LeaveScope): { title: string; main: string } {
  const what = scopesOf(known)[scope] ?? `All alerts from ${known.look.name}`;
  return {
    title: 'Unsubscribed',
    main: `<h1>You’re unsubscribed</h1>
<p>You won’t get these any more: ${escape(what.replace(/^Only /, ''))}.</p>
${preferences(known, 'Change your mind')}`,
  };
}

/** For a link that isn't ours, and for one whose person is gone. */
export const unknownPage = (): { title: string; main: string } => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>It may be incomplete, or you no longer get these alerts. Open the link in the newest email, or reply to it and ask to be removed.</p>`,
});
