import { type ReactNode, useState } from 'react';
import {
  type BrandPreferences,
  preferencesChangeSchema,
  type PreferencesChange,
} from '#src/shared/contact-preferences.ts';
import { LANGUAGES } from '#src/shared/reader-languages.ts';
import { CADENCES, WEEKDAYS } from '#src/shared/timing.ts';
import { TOPICS } from '#src/shared/topics.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { ZoneField } from '#src/web/ui/zone-field.tsx';
import { changePreferences } from './queries.ts';
import { CADENCE_WORDS } from './preference-words.ts';

type Values = {
  cadence: string;
  digestHour: string;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  timeZone: string;
  language: string;
  which: string;
  consent: string;
  untracked: boolean;
} & Record<`channel-${string}` | `topic-${string}` | `symbol-${string}` | `day-${number}`, boolean>;

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const CADENCE_OPTIONS = CADENCES.map((value) => ({ value, label: CADENCE_WORDS[value] }));
const QUIET = { from: '22:00', to: '07:00' };
const DAYS = WEEKDAYS.map((_, at) => at + 1);
/** What a person gets of a brand, changed by the team. Only what differs is sent: the person may be changing it as well. */
export function PreferencesForm({
  id,
  preferences,
  onSaved,
  onCancel,
}: {
  id: string;
  preferences: BrandPreferences;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const titleOf = useChannelTitle();
  const [failed, setFailed] = useState<string | null>(null);
  const { brand, channels, topics, symbols, quiet } = preferences;
  const flags = [
    ...channels.map(({ channel, on }) => [`channel-${channel}`, on]),
    ...topics.map(({ topic, on }) => [`topic-${topic}`, on]),
    ...DAYS.map((day) => [`day-${day}`, preferences.quietDays.includes(day)]),
    ...symbols.items.map((each) => [`symbol-${each.id}`, each.on && !symbols.all]),
  ];
  const languages = [
    { value: '', label: 'The sender’s language' },
    ...LANGUAGES.map(({ code, name }) => ({ value: code as string, label: name })),
  ];
  const language = LANGUAGES.find(({ code }) => code === preferences.language?.split('-')[0])?.code ?? '';
  const defaults = {
    cadence: preferences.cadence,
    digestHour: String(preferences.digestHour),
    quiet: quiet !== null,
    quietFrom: (quiet ?? QUIET).from,
    quietTo: (quiet ?? QUIET).to,
    timeZone: preferences.timeZone,
    language,
    which: symbols.all ? 'all' : 'some',
    consent: '',
    untracked: !preferences.tracking,
    ...Object.fromEntries(flags),
  } as Values;
  const { onSubmit, busy, field, refuse, watch } = useCheckedForm<Values, PreferencesChange>({
    defaults,
    check: (values) => checked(preferences, { ...defaults, ...values }, defaults),
    submit: async (change, { notSaved }) => {
      setFailed(null);
      if (Object.keys(change).length === 1) return onCancel();
      try {
        await changePreferences(id, change);
        onSaved();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notSaved();
        if (error.field === 'consent') refuse('consent', error.message);
        else setFailed(error.message);
      }
    },
  });
  const isBack = channels.some(({ channel, on }) => !on && watch(`channel-${channel}`));
  return (
    <form
      noValidate
      aria-label={`Preferences for ${brand.name}`}
      className="max-w-180"
      onSubmit={(event) => void onSubmit(event)}
    >
      <Changes says className="grid items-start gap-5 sm:grid-cols-2">
        {channels.length === 0 ? null : (
          <Group title="Channels">
            {channels.map(({ channel }) => (
              <Checkbox key={channel} label={titleOf(channel)} {...field(`channel-${channel}`)} />
            ))}
          </Group>
        )}
        {isBack ? (
          <div className="sm:col-span-2">
            <TextField
              label="What they agreed to"
              hint="Required if they unsubscribed themselves. We store it with their consents and in the ledger."
              autoComplete="off"
              maxLength={2000}
              {...field('consent')}
            />
          </div>
        ) : null}
        <Select label="Frequency" options={CADENCE_OPTIONS} {...field('cadence')} />
        {watch('cadence') === 'daily' ? (
          <Select label="Hour of the daily digest" options={HOURS} {...field('digestHour')} />
        ) : (
          <span className="max-sm:hidden" />
        )}
        <ZoneField
          label="Time zone"
          hint="For quiet hours and days, and the daily digest."
          {...field('timeZone')}
        />
        <Select label="Language" options={languages} {...field('language')} />
        <div className="sm:col-span-2">
          <Checkbox label="Hold alerts during quiet hours" {...field('quiet')} />
        </div>
        {watch('quiet') ? (
          <>
            <TextField label="From" type="time" {...field('quietFrom')} />
            <TextField label="Until" type="time" {...field('quietTo')} />
          </>
        ) : null}
        <Group title="Days without alerts">
          {WEEKDAYS.map((day, at) => (
            <Checkbox key={day} label={day} {...field(`day-${at + 1}`)} />
          ))}
        </Group>
        <Group title="Topics">
          {topics.map(({ topic }) => (
            <Checkbox key={topic} label={TOPICS[topic].label} {...field(`topic-${topic}`)} />
          ))}
        </Group>
        {symbols.items.length === 0 ? null : (
          <Select
            label="Symbols"
            options={[
              { value: 'all', label: 'All symbols, and new ones' },
              { value: 'some', label: 'Only some' },
            ]}
            {...field('which')}
          />
        )}
        {symbols.items.length > 0 && watch('which') === 'some' ? (
          <Group title="Alerts on these symbols">
            {symbols.items.map((each) => (
              <Checkbox
                key={each.id}
                label={each.name === each.symbol ? each.symbol : `${each.symbol} · ${each.name}`}
                {...field(`symbol-${each.id}`)}
              />
            ))}
          </Group>
        ) : null}
        <div className="sm:col-span-2">
          <Checkbox label="Don’t record what they open and click" {...field('untracked')} />
        </div>
        {failed === null ? null : (
          <p role="alert" className="text-sm text-fault sm:col-span-2">
            {failed}
          </p>
        )}
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </p>
      </Changes>
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-2 text-sm font-medium">{title}</legend>
      <div className="grid max-h-80 gap-3 overflow-y-auto p-0.5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** What differs from before, as the endpoint takes it. */
function checked(
  { brand, channels, topics, symbols }: BrandPreferences,
  values: Values,
  before: Values,
): Checked<PreferencesChange> {
  const differs = (...names: readonly (keyof Values)[]): boolean =>
    names.some((name) => values[name] !== before[name]);
  const isAll = values.which === 'all';
  const change = {
    brandId: brand.id,
    ...(differs(...channels.map(({ channel }) => `channel-${channel}` as const)) && {
      channels: channels.flatMap(({ channel }) => (values[`channel-${channel}`] ? [channel] : [])),
    }),
    ...(differs(...topics.map(({ topic }) => `topic-${topic}` as const)) && {
      topics: topics.flatMap(({ topic }) => (values[`topic-${topic}`] ? [topic] : [])),
    }),
    ...((differs('which') ||
      (!isAll && differs(...symbols.items.map((each) => `symbol-${each.id}` as const)))) && {
      symbols: isAll ? null : symbols.items.flatMap((each) => (values[`symbol-${each.id}`] ? [each.id] : [])),
    }),
    ...(differs('language') && { language: values.language || null }),
    ...(differs('timeZone') && { timeZone: values.timeZone }),
    ...(differs('untracked') && { tracking: !values.untracked }),
    ...(differs('cadence') && { cadence: values.cadence }),
    ...(differs('digestHour') && { digestHour: Number(values.digestHour) }),
    ...((differs('quiet') || (values.quiet && differs('quietFrom', 'quietTo'))) && {
      quiet: values.quiet ? { from: values.quietFrom, to: values.quietTo } : null,
    }),
    ...(differs(...DAYS.map((day) => `day-${day}` as const)) && {
      quietDays: DAYS.filter((day) => values[`day-${day}`]),
    }),
    ...(values.consent.trim() !== '' && { consent: { wording: values.consent } }),
  };
  return checkBy(preferencesChangeSchema, change, ([first, second]) =>
    first === 'quiet'
      ? second === 'from'
        ? 'quietFrom'
        : 'quietTo'
      : first === 'symbols'
        ? 'which'
        : first === 'quietDays'
          ? 'day-1'
          : String(first),
  );
}
