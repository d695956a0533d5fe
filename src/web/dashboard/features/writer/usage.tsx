import { Link } from 'react-router';
import {
  formatCost,
  WRITER_OUTCOMES,
  type WriterCall,
  type WriterSettings,
  type WriterUsage,
} from '#src/shared/content/ai-writer.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Refusals } from './refusals.tsx';

type Month = WriterUsage['months'][number] & { id: string };

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const count = (value: number) => value.toLocaleString('en-US');

const COLUMNS: readonly Column<Month>[] = [
  { label: 'Month', cell: ({ month }) => MONTH.format(new Date(month)) },
  { label: 'Paid by', cell: ({ source }) => (source === 'own' ? 'Your key' : 'Included') },
  { label: 'Calls', figures: true, cell: ({ calls }) => <Count value={calls} /> },
  { label: 'Texts used', figures: true, cell: ({ written }) => <Count value={written} /> },
  { label: 'Tokens in', figures: true, cell: ({ inputTokens }) => <Count value={inputTokens} /> },
  { label: 'Tokens out', figures: true, cell: ({ outputTokens }) => <Count value={outputTokens} /> },
  {
    label: 'Cost',
    figures: true,
    cell: ({ costMicrocents }) => <span className="figure">{formatCost(costMicrocents)}</span>,
  },
];
const Count = ({ value }: { value: number }) => <span className="figure">{count(value)}</span>;

/** What the model cost by month, and why its texts weren't used. */
export function Usage({ usage, settings }: { usage: WriterUsage; settings: WriterSettings }) {
  const { months, outcomes, recent } = usage;
  const spent = settings.spend?.costMicrocents ?? 0;
  const cap = settings.source === 'own' ? settings.capCents : (settings.installation?.capCents ?? 0);
  return (
    <section aria-labelledby="writer-usage" className="mt-12">
      <h2 id="writer-usage" className="headline text-h3">
        Usage
      </h2>
      {months.length === 0 ? (
        <EmptyState title="Nothing was spent yet" text="Calls, tokens and cost appear here by month." />
      ) : (
        <>
          <p className="mt-2 text-sm text-ink-2">
            This month: <span className="figure text-ink">{formatCost(spent)}</span> of{' '}
            <span className="figure">${(cap / 100).toLocaleString('en-US')}</span>.
          </p>
          <div className="mt-3">
            <DataTable
              label="Usage by month"
              columns={COLUMNS}
              rows={months.map((month) => ({ ...month, id: `${month.month} ${month.source}` }))}
            />
          </div>
        </>
      )}
      {outcomes.length > 0 ? (
        <>
          <h3 className="headline mt-8 text-h4">This month’s alerts</h3>
          <ul className="mt-2 grid max-w-text gap-1 text-sm">
            {outcomes.map(({ outcome, count: times }) => (
              <li key={outcome} className="flex gap-4">
                <span className="figure w-12 shrink-0 text-right">{count(times)}</span>
                {WRITER_OUTCOMES[outcome]}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {recent.length > 0 ? (
        <>
          <h3 className="headline mt-8 text-h4">Written by the built-in writer instead</h3>
          <ul aria-label="Written by the built-in writer instead" className="mt-3 border-t border-rule">
            {recent.map((call) => (
              <Fallback key={call.id} call={call} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function Fallback({ call: { at, alertId, language, says, refusals } }: { call: WriterCall }) {
  return (
    <li className="border-b border-line py-3 text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="text-ink-2">
          <Time at={at} />
          {language ? ` · ${language}` : ''}
        </span>
        <span>{says}</span>
        {alertId ? (
          <Link to={`/alerts/${alertId}`} className="underline">
            Open the alert
          </Link>
        ) : null}
      </p>
      <Refusals refusals={refusals} />
    </li>
  );
}
