import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { type AlertState, CHANNEL_KINDS } from '#src/shared/alerts.ts';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { CHANNEL_LABELS } from '#src/web/dashboard/lib/channels.ts';
import { choicesQuery } from '#src/web/dashboard/lib/alert-choices.ts';
import { ChoiceMenu } from '#src/web/dashboard/lib/filter/choice-menu.tsx';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { SearchBox } from './search-box.tsx';
import type { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { ViewsMenu } from './views-menu.tsx';

const named = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: id, label: name }));
/** What is asked for most comes first. */
const STATE_ORDER: readonly AlertState[] = [
  'sent',
  'failed',
  'partly_sent',
  'unknown',
  'sending',
  'pending_review',
  'scheduled',
  'approved',
  'drafted',
  'rejected',
  'expired',
];
const STATES = STATE_ORDER.map((value) => ({ value, label: ALERT_STATUS[value].label }));
const CHANNELS = CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));
const TRIALS = [
  { value: 'yes', label: 'Trial runs only' },
  { value: 'no', label: 'Without trial runs' },
];
const OUTCOMES = [
  { value: 'sent', label: 'Handed over to somebody' },
  { value: 'failed', label: 'Handed over to nobody' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00 UTC`,
}));
/** An empty choice is none. */
const some = (values: string[]) => (values.length > 0 ? values : undefined);

export function FilterBar({ filter, text, set }: ReturnType<typeof useAlertFilter>) {
  const { data: choices } = useQuery(choicesQuery);
  const [open, setOpen] = useState(false);
  const id = useId();
  const onSearch = useCallback((q: string) => set({ q: q || undefined }, true), [set]);
  // The search stands for itself.
  const count = Object.keys(filter).filter((name) => name !== 'q').length;
  const many = (name: keyof AlertFilter) => (values: string[]) =>
    set({ [name]: some(values) as AlertFilter[typeof name] });
  return (
    <search className="flex flex-wrap items-center gap-2 pb-4">
      <SearchBox value={filter.q ?? ''} onChange={onSearch} />
      <Button
        size="sm"
        className="sm:hidden"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div
        id={id}
        className={cx(
          'w-full flex-wrap gap-2 sm:flex sm:w-auto',
          open ? 'order-last flex sm:order-none' : 'hidden',
        )}
      >
        <ChoiceMenu label="Status" choices={STATES} chosen={filter.state ?? []} onChange={many('state')} />
        <ChoiceMenu
          label="Symbol"
          choices={
            choices?.symbols.map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name })) ?? []
          }
          chosen={filter.symbol ?? []}
          onChange={many('symbol')}
        />
        <ChoiceMenu
          label="Condition"
          choices={choices?.detectors.map((value) => ({ value, label: detectorFace(value).title })) ?? []}
          chosen={filter.detector ?? []}
          onChange={many('detector')}
        />
        <ChoiceMenu
          label="Rule"
          choices={named(choices?.rules)}
          chosen={filter.rule ?? []}
          onChange={many('rule')}
        />
        <ChoiceMenu
          label="Brand"
          choices={named(choices?.brands)}
          chosen={filter.brand ?? []}
          onChange={many('brand')}
        />
        <ChoiceMenu
          label="Channel"
          choices={CHANNELS}
          chosen={filter.channel ?? []}
          onChange={many('channel')}
        />
        <ChoiceMenu
          label="Trial runs"
          choices={TRIALS}
          chosen={filter.trial ? [filter.trial] : []}
          onChange={(values) => set({ trial: values.at(-1) as AlertFilter['trial'] })}
        />
        {/* Links from the figures bring these; they are here to be seen, and taken out again. */}
        {filter.outcome ? (
          <ChoiceMenu
            label="Outcome"
            choices={OUTCOMES}
            chosen={[filter.outcome]}
            onChange={(values) => set({ outcome: values.at(-1) as AlertFilter['outcome'] })}
          />
        ) : null}
        {filter.hour ? (
          <ChoiceMenu label="Hour" choices={HOURS} chosen={filter.hour} onChange={many('hour')} />
        ) : null}
        <PeriodMenu period={filter} onChange={({ from, to }) => set({ from, to })} />
      </div>
      {text === '' ? null : (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => set(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))}
        >
          Clear all
        </Button>
      )}
      <span className="grow" />
      <ViewsMenu text={text} />
    </search>
  );
}
