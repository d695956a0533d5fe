import { useQuery } from '@tanstack/react-query';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Days } from '#src/shared/analytics.ts';
import { CHANNEL_KINDS } from '#src/shared/alerts.ts';
import { choicesQuery } from '#src/web/dashboard/lib/alert-choices.ts';
import { CHANNEL_LABELS } from '#src/web/dashboard/lib/channels.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { ChoiceMenu } from '#src/web/dashboard/lib/filter/choice-menu.tsx';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import type { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ExportButton } from './export-button.tsx';

const CHANNELS = CHANNEL_KINDS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));
const named = (items: readonly { id: string; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: id, label: name }));
/** An empty choice is none. */
const some = (values: string[]) => (values.length > 0 ? values : undefined);

/** What is counted: days, and what to narrow them to. `shown` is the period of the figures on the screen. */
export function FigureFilter({
  filter,
  text,
  set,
  shown,
}: {
  filter: AlertFilter;
  text: string;
  set: ReturnType<typeof useAlertFilter>['set'];
  shown: Days | undefined;
}) {
  const { data: choices } = useQuery(choicesQuery);
  const many = (name: keyof AlertFilter) => (values: string[]) =>
    set({ [name]: some(values) as AlertFilter[typeof name] });
  return (
    <search className="flex flex-wrap items-center gap-2 pb-6">
      <PeriodMenu
        optional={false}
        period={{ from: filter.from ?? shown?.from, to: filter.to }}
        onChange={({ from, to }) => set({ from, to })}
      />
      <ChoiceMenu
        label="Brand"
        choices={named(choices?.brands)}
        chosen={filter.brand ?? []}
        onChange={many('brand')}
      />
      <ChoiceMenu
        label="Rule"
        choices={named(choices?.rules)}
        chosen={filter.rule ?? []}
        onChange={many('rule')}
      />
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
        label="Channel"
        choices={CHANNELS}
        chosen={filter.channel ?? []}
        onChange={many('channel')}
      />
      <Button
        size="sm"
        aria-pressed={filter.trial === 'yes'}
        className={filter.trial === 'yes' ? 'border-ink' : 'text-ink-2'}
        onClick={() => set({ trial: filter.trial === 'yes' ? undefined : 'yes' })}
      >
        Trial runs only
      </Button>
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
      <ExportButton text={text} period={shown} />
    </search>
  );
}
