import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MessageCounts } from '#src/shared/analytics-messages.ts';
import { messagesQuery } from '#src/web/dashboard/lib/analytics/messages-query.ts';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { TableHead } from '#src/web/ui/table-head.tsx';

type Row = MessageCounts & { key: string; name: string; hint?: string };

/** Messages by route, audience, destination and channel: one per person and channel, where the rest counts alerts. */
export function Messages({ text }: { text: string }) {
  const titleOf = useChannelTitle();
  const { data, error, refetch } = useQuery({ ...messagesQuery(text), placeholderData: keepPreviousData });
  if (error && !data)
    return (
      <ErrorState
        heading="h2"
        title="Messages couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.channels.length === 0) return null;
  return (
    <section aria-labelledby="messages" className="mt-12 border-t border-rule pt-8">
      <h2 id="messages" className="headline text-h3">
        Messages
      </h2>
      <p className="mt-2 max-w-text text-base text-ink-2">
        One per person and channel. Skipped people are suppressed, unsubscribed or unconfirmed, or had the
        alert already.
      </p>
      <div className="grid gap-x-12 xl:grid-cols-2">
        <Table
          label="Route"
          rows={data.routes.map(({ id, rule, brand, ...counts }) => ({
            ...counts,
            key: `${id ?? ''} ${rule.id} ${brand.id}`,
            name: rule.name,
            hint: brand.name,
          }))}
        />
        <Table label="Audience" rows={data.audiences.map((row) => ({ ...row, key: row.id }))} />
        <Table
          label="Channel"
          rows={data.channels.map((row) => ({ ...row, key: row.channel, name: titleOf(row.channel) }))}
        />
        {data.destinations.length > 0 ? (
          <Table label="Destination" rows={data.destinations.map((row) => ({ ...row, key: row.id }))} />
        ) : null}
      </div>
    </section>
  );
}

const FIGURES = { figures: true, className: 'w-15 pl-1 max-sm:tracking-normal sm:w-20 sm:pl-2' };
const CELL = 'figure py-1.5 pl-1 text-right sm:pl-2';

function Table({ label, rows }: { label: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  const counts = ({ sent, failed, unknown, skipped }: MessageCounts) => [sent, failed, unknown, skipped];
  return (
    <div className="min-w-0 pt-8">
      <table aria-label={`Messages by ${label.toLowerCase()}`} className="w-full table-fixed text-sm">
        <TableHead
          columns={[
            { label },
            ...[sentLabel(), 'Failed', 'Unknown', 'Skipped'].map((each) => ({ label: each, ...FIGURES })),
          ]}
        />
        <tbody>
          {rows.map(({ key, name, hint, ...figures }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="block truncate" title={hint ? `${name}, ${hint}` : name}>
                  {name}
                  {hint ? <span className="ml-2 text-xs text-ink-3">{hint}</span> : null}
                </span>
              </th>
              {counts(figures).map((count, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns never move
                <td key={place} className={CELL}>
                  {count.toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
