import { useCallback, useId, useState } from 'react';
import type { AlertState } from '#src/shared/alerts.ts';
import { ALERT_SEARCH_MAX, type AlertFilter } from '#src/shared/alert-list.ts';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { ChoiceMenu } from '#src/web/dashboard/lib/filter/choice-menu.tsx';
import { chosen, cleared, FilterMenus } from '#src/web/dashboard/lib/filter/filter-menu.tsx';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import type { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { ViewsMenu } from './views-menu.tsx';

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
  'withheld',
];
const STATES = STATE_ORDER.map((value) => ({ value, label: ALERT_STATUS[value].label }));
const TRIALS = [
  { value: 'yes', label: 'Trial runs only' },
  { value: 'no', label: 'Without trial runs' },
];
const OUTCOMES = [
  { value: 'sent', label: 'Sent to someone' },
  { value: 'failed', label: 'Sent to no one' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00 UTC`,
}));

export function FilterBar({ filter, text, set }: ReturnType<typeof useAlertFilter>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const onSearch = useCallback((q: string) => set({ q: q || undefined }, true), [set]);
  // The search field shows its own value.
  const count = Object.keys(filter).filter((name) => name !== 'q').length;
  return (
    <search className="flex flex-wrap items-center gap-2 pb-4">
      <SearchBox
        label="Search alerts"
        placeholder="Search titles and symbols"
        maxLength={ALERT_SEARCH_MAX}
        value={filter.q ?? ''}
        onChange={onSearch}
      />
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
        <ChoiceMenu
          label="Status"
          choices={STATES}
          chosen={filter.state ?? []}
          onChange={(values) => set(chosen('state', values))}
        />
        <FilterMenus by={['symbol', 'detector', 'rule', 'brand', 'channel']} filter={filter} set={set} />
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
          <ChoiceMenu
            label="Hour"
            choices={HOURS}
            chosen={filter.hour}
            onChange={(values) => set(chosen('hour', values))}
          />
        ) : null}
        <PeriodMenu period={filter} onChange={({ from, to }) => set({ from, to })} />
      </div>
      {text === '' ? null : (
        <Button variant="quiet" size="sm" onClick={() => set(cleared(filter))}>
          Clear all
        </Button>
      )}
      <span className="grow" />
      <ViewsMenu text={text} />
    </search>
  );
}
