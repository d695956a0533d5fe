import { CADENCES, type Cadence, WEEKDAYS } from '#src/shared/timing.ts';
import { TOPICS } from '#src/shared/topics.ts';
import { LANGUAGES } from '#src/shared/reader-languages.ts';
import type { Known } from '#src/subscribers/people.ts';
import type { Preferences } from '#src/subscribers/preferences.ts';
import type { ChatLink } from '#src/subscribers/chats/offers.ts';
import { escape } from '../shared/page.ts';
import { chatPart } from './chat-part.ts';
import { choice } from './brand-page.ts';
import { QUIET } from './preferences-form.ts';

type Note = { kind: 'done' | 'fault'; text: string };

const CADENCE_LABELS: Readonly<Record<Cadence, string>> = {
  instant: 'Right away',
  hourly: 'In an hourly digest',
  daily: 'In a daily digest',
  market_close: 'In a digest after the US market closes (16:15 New York time)',
};

/** Opening the page makes no link: it works once. */
const offer = (title: string): string => `<form method="post"><input type="hidden" name="action" value="chat">
<fieldset><legend>${escape(title)}</legend>
<p class="hint">Get these alerts on ${escape(title)} too. You confirm in the app.</p>
<button class="quiet" type="submit">Add ${escape(title)}</button></fieldset></form>`;

/**
 * @param note what has just been done, or what is wrong with what was sent
 * @param link adds a chat, where the person has asked for it
 * @param devices the part that registers this device
 */
export function preferencesPage(
  known: Known,
  { channels, topics, timing, symbols, chat }: Preferences,
  note: Note | null,
  link: ChatLink | null = null,
  devices = '',
): { title: string; main: string } {
  const boxes = (rows: readonly { name: string; value: string; label: string; checked: boolean }[]): string =>
    rows.map((row) => choice('checkbox', row)).join('\n');
  return {
    title: 'Alert preferences',
    main: `<h1>Your alerts from ${escape(known.look.name)}</h1>
${known.hint ? `<p>For ${escape(known.hint)}. Changes hold from the next alert on.</p>` : ''}
${link === null ? '' : chatPart(link)}
${note === null ? '' : `<p class="note${note.kind === 'fault' ? ' fault" role="alert' : '" role="status'}">${escape(note.text)}</p>`}
<form method="post"><input type="hidden" name="action" value="save">
<fieldset><legend>Channels</legend>
${boxes(channels.map(({ kind, title, on }) => ({ name: 'channel', value: kind, label: title, checked: on })))}
</fieldset>
<fieldset><legend>Frequency</legend>
<div>
${CADENCES.map((cadence) => choice('radio', { name: 'cadence', value: cadence, label: CADENCE_LABELS[cadence], checked: timing.cadence === cadence })).join('\n')}
<label class="field">Hour of the daily digest${select('digestHour', HOURS, String(timing.digestHour))}</label>
</div></fieldset>
<fieldset><legend>Quiet hours</legend>
<div>
${choice('checkbox', { name: 'quiet', value: 'yes', label: 'Hold alerts during quiet hours', checked: timing.quiet !== null })}
<div class="pair">
<label class="field">From<input type="time" name="quietFrom" value="${clock((timing.quiet ?? QUIET).from)}"></label>
<label class="field">Until<input type="time" name="quietTo" value="${clock((timing.quiet ?? QUIET).to)}"></label>
</div>
<p class="hint">Alerts that are still news are sent when quiet hours end.</p>
<label class="field">Time zone${select('timeZone', zones(timing.timeZone), timing.timeZone)}</label>
<p class="hint">Also for days without alerts, and the hour of a daily digest.</p>
</div></fieldset>
<fieldset><legend>Days without alerts</legend>
<div class="days">
${boxes(WEEKDAYS.map((day, at) => ({ name: 'quietDay', value: String(at + 1), label: day, checked: timing.quietDays.includes(at + 1) })))}
</div></fieldset>
<fieldset><legend>Topics</legend>
${boxes(topics.map(({ topic, on }) => ({ name: 'topic', value: topic, label: TOPICS[topic].label, checked: on })))}
</fieldset>
${symbols.length === 0 ? '' : symbolsField(symbols, timing.instruments)}
<fieldset><legend>Language</legend>
<div><label class="field"><span class="apart">Language</span>${select('language', LANGUAGE_OPTIONS, timing.language?.split('-')[0] ?? '')}</label>
<p class="hint">Alerts that aren’t written in your language come in the sender’s main language.</p></div></fieldset>
<fieldset><legend>Privacy</legend>
<div>
${choice('checkbox', { name: 'untracked', value: 'yes', label: 'Don’t record what I open and click', checked: !timing.tracked })}
<p class="hint">Your alerts then have plain links, and what you open in older ones isn’t recorded either.</p>
</div></fieldset>
<button class="act" type="submit">Save preferences</button></form>
${chat === null || link !== null ? '' : offer(chat)}
${devices}<form method="post"><input type="hidden" name="action" value="leave">
<fieldset><legend>Unsubscribe</legend>
<p class="hint">Stops every alert from ${escape(known.workspace)}, on every channel.</p>
<button class="quiet" type="submit">Unsubscribe from everything</button></fieldset></form>`,
  };
}

function symbolsField(symbols: Preferences['symbols'], chosen: readonly string[] | null): string {
  const radio = (value: string, label: string, checked: boolean) =>
    choice('radio', { name: 'symbols', value, label, checked });
  return `<fieldset><legend>Symbols</legend>
<div>
${radio('all', 'All symbols, and new ones', chosen === null)}
${radio('some', 'Only these:', chosen !== null)}
<div class="symbols" role="group" aria-label="Symbols to get alerts on" tabindex="0">
${symbols
  .map(({ id, symbol, name }) =>
    choice('checkbox', {
      name: 'symbol',
      value: id,
      label: name === symbol ? symbol : `${symbol} · ${name}`,
      checked: chosen?.includes(id) ?? false,
    }),
  )
  .join('\n')}
</div>
<p class="hint">News and calendar alerts follow your topics.</p>
</div></fieldset>`;
}

type Option = { value: string; label: string; group?: string };

const two = (n: number): string => String(n).padStart(2, '0');
/** `07:30`, as time fields have it. */
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const HOURS: Option[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: clock(hour * 60),
}));
const LANGUAGE_OPTIONS: Option[] = [
  { value: '', label: 'The sender’s language' },
  ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
];

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');
/** By region, with the one that is set, which may be written in another way. */
const zones = (set: string): Option[] =>
  [...new Set([set, 'UTC', ...ZONES])]
    .map((zone) => {
      const [region = '', ...rest] = zone.split('/');
      const place = rest.join(', ').replaceAll('_', ' ');
      return { value: zone, label: place || region, group: place === '' ? 'UTC' : region };
    })
    .toSorted((one, other) => one.group.localeCompare(other.group) || one.label.localeCompare(other.label));

function select(name: string, options: readonly Option[], value: string): string {
  const rows = [...Map.groupBy(options, ({ group }) => group ?? '')].map(([group, some]) => {
    const list = some
      .map(
        (each) =>
          `<option value="${escape(each.value)}"${each.value === value ? ' selected' : ''}>${escape(each.label)}</option>`,
      )
      .join('');
    return group === '' ? list : `<optgroup label="${escape(group)}">${list}</optgroup>`;
  });
  return `<select name="${name}">${rows.join('')}</select>`;
}
