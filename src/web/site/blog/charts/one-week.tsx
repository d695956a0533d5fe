import { Bell } from 'lucide-react';
import { Delta } from '#src/web/ui/delta.tsx';
import { firesOf, week, WEEK_RULES } from '../subjects/pacing.ts';
import { ChartFrame, Table } from './chart-frame.tsx';
import { SP500 } from './sources.ts';

const dayName = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(date),
  );

export function OneWeek() {
  return (
    <ChartFrame title="Three rules, one week of March 2020" source={SP500}>
      <Table
        caption="Which rule was met on which day"
        columns={[
          { label: 'Day' },
          { label: 'Change', figure: true },
          ...WEEK_RULES.map((rule) => ({ label: `${rule}% rule`, figure: true })),
        ]}
        rows={[
          ...week.map((session) => [
            dayName(session.date),
            <Delta key="change" value={session.change} />,
            ...WEEK_RULES.map((rule) =>
              firesOf(rule).includes(session) ? (
                <span key={rule} className="inline-flex items-center gap-1.5">
                  <Bell size={13} aria-hidden="true" /> <span className="max-sm:sr-only">alert</span>
                </span>
              ) : (
                <span key={rule} className="text-ink-3">
                  –
                </span>
              ),
            ),
          ]),
          ['Alerts', '', ...WEEK_RULES.map((rule) => firesOf(rule).length)],
        ]}
      />
    </ChartFrame>
  );
}
