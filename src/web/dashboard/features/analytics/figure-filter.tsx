import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Analytics, Days } from '#src/shared/analytics.ts';
import { cleared, FilterMenus } from '#src/web/dashboard/lib/filter/filter-menu.tsx';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import type { useAlertFilter } from '#src/web/dashboard/lib/filter/use-alert-filter.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ExportButton } from './export-button.tsx';

const ALL = ['brand', 'rule', 'symbol', 'detector', 'channel'] as const;
const BASIC = ['channel'] as const;

/** What is counted: days, and what to narrow them to. `shown` is the period of the figures on the screen. */
export function FigureFilter({
  filter,
  text,
  set,
  shown,
  tier,
}: {
  filter: AlertFilter;
  text: string;
  set: ReturnType<typeof useAlertFilter>['set'];
  shown: Days | undefined;
  /** Undefined until it is known: then it is offered what every plan has. */
  tier: Analytics['tier'] | undefined;
}) {
  return (
    <search className="flex flex-wrap items-center gap-2 pb-6">
      <PeriodMenu
        optional={false}
        period={{ from: filter.from ?? shown?.from, to: filter.to }}
        onChange={({ from, to }) => set({ from, to })}
      />
      <FilterMenus by={tier === 'basic' ? BASIC : ALL} filter={filter} set={set} />
      <Button
        size="sm"
        aria-pressed={filter.trial === 'yes'}
        className={filter.trial === 'yes' ? 'border-ink' : 'text-ink-2'}
        onClick={() => set({ trial: filter.trial === 'yes' ? undefined : 'yes' })}
      >
        Trial runs only
      </Button>
      {text === '' ? null : (
        <Button variant="quiet" size="sm" onClick={() => set(cleared(filter))}>
          Clear all
        </Button>
      )}
      {tier === 'basic' ? null : (
        <>
          <span className="grow" />
          <ExportButton text={text} period={shown} />
        </>
      )}
    </search>
  );
}
