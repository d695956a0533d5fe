import { TOPICS } from '#src/shared/topics.ts';
import type { Known } from '#src/subscribers/people.ts';
import type { Preferences } from '#src/subscribers/preferences.ts';
import { escape } from '../shared/page.ts';
import { choice } from './brand-page.ts';

/** @param note what has just been done */
export function preferencesPage(
  known: Known,
  { channels, topics }: Preferences,
  note: string | null,
): { title: string; main: string } {
  const boxes = (rows: readonly { name: string; value: string; label: string; checked: boolean }[]): string =>
    rows.map((row) => choice('checkbox', row)).join('\n');
  return {
    title: 'Alert preferences',
    main: `<h1>Your alerts from ${escape(known.look.name)}</h1>
${known.hint ? `<p>For ${escape(known.hint)}. Changes hold from the next alert on.</p>` : ''}
${note === null ? '' : `<p class="note" role="status">${escape(note)}</p>`}
<form method="post"><input type="hidden" name="action" value="save">
<fieldset><legend>How you get them</legend>
${boxes(channels.map(({ kind, title, on }) => ({ name: 'channel', value: kind, label: title, checked: on })))}
</fieldset>
<fieldset><legend>Topics</legend>
${boxes(topics.map(({ topic, on }) => ({ name: 'topic', value: topic, label: TOPICS[topic].label, checked: on })))}
</fieldset>
<button class="act" type="submit">Save preferences</button></form>
<form method="post"><input type="hidden" name="action" value="leave">
<fieldset><legend>Leave everything</legend>
<p class="hint">Stops every alert from ${escape(known.workspace)}, on every channel.</p>
<button class="quiet" type="submit">Unsubscribe from everything</button></fieldset></form>`,
  };
}
