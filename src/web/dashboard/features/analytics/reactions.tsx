import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Days } from '#src/shared/analytics.ts';
import type { ReactionFigures } from '#src/shared/analytics-reactions.ts';
import { messagesQuery } from '#src/web/dashboard/lib/analytics/messages-query.ts';
import { reactionsQuery } from '#src/web/dashboard/lib/analytics/reactions-query.ts';
import { ReactionTable } from '#src/web/dashboard/lib/analytics/reaction-table.tsx';
import { apartWords, shareOf } from '#src/web/dashboard/lib/analytics/reaction-words.ts';
import { sentLabel } from '#src/web/dashboard/lib/sent-label.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { ExportButton } from './export-button.tsx';

/** From event to click, and what came back by channel, rule and audience. */
export function Reactions({ text, period }: { text: string; period: Days }) {
  const titleOf = useChannelTitle();
  const { data, error, refetch } = useQuery({ ...reactionsQuery(text), placeholderData: keepPreviousData });
  // What stands above it comes first: nothing moves below a pointer.
  const { isPending } = useQuery(messagesQuery(text));
  if (error && !data)
    return (
      <ErrorState
        heading="h2"
        title="Opens and clicks couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data || isPending || data.channels.length === 0) return null;
  const apart = apartWords(data.funnel);
  return (
    <section aria-labelledby="reactions" className="mt-12 border-t border-rule pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <h2 id="reactions" className="headline text-h3">
          Opens and clicks
        </h2>
        <ExportButton
          text={text}
          period={period}
          file={{ path: '/api/v1/analytics/reactions.csv', name: 'reactions' }}
          label="Opens and clicks as CSV"
        />
      </div>
      <p className="mt-2 max-w-text text-base text-ink-2">
        A message counts once, however often it was opened or clicked. Opens are rough: some mail apps load
        pictures before anyone reads, others never do. Clicks are the better measure. Delivered and bounced
        are what providers report.
      </p>
      {apart ? <p className="mt-2 max-w-text text-sm text-ink-2">{apart}</p> : null}
      <Off tracking={data.tracking} />
      <Funnel funnel={data.funnel} />
      <ReactionTable
        label="Channel"
        rows={data.channels.map((row) => ({ ...row, key: row.channel, name: titleOf(row.channel) }))}
      />
      <ReactionTable label="Rule" rows={data.rules.map((row) => ({ ...row, key: row.id }))} />
      <ReactionTable label="Audience" rows={data.audiences.map((row) => ({ ...row, key: row.id }))} />
    </section>
  );
}

/** What isn't counted, and where that is changed. */
function Off({ tracking: { opens, clicks } }: Pick<ReactionFigures, 'tracking'>) {
  if (opens && clicks) return null;
  const what = opens ? 'Clicks aren’t' : clicks ? 'Opens aren’t' : 'Opens and clicks aren’t';
  return (
    <p className="mt-2 max-w-text text-sm text-ink-2">
      {what} counted for any of your brands.{' '}
      <Link to="/brands" className="underline">
        Open a brand
      </Link>{' '}
      to turn them on.
    </p>
  );
}

/** Each step beside its share of the messages that were sent. */
function Funnel({ funnel }: Pick<ReactionFigures, 'funnel'>) {
  const { events, alerts, sent, delivered, opened, clicked } = funnel;
  const steps = [
    { label: 'Events', count: events, share: null },
    { label: 'Alerts', count: alerts, share: null },
    { label: `Messages ${sentLabel().toLowerCase()}`, count: sent, share: null },
    { label: 'Delivered', count: delivered, share: shareOf(delivered, sent) },
    { label: 'Opened', count: opened, share: shareOf(opened, sent) },
    { label: 'Clicked', count: clicked, share: shareOf(clicked, sent) },
  ];
  return (
    <dl
      aria-label="From event to click"
      className="mt-6 grid grid-cols-2 gap-x-8 gap-y-6 border-y border-t-rule border-b-line py-5 sm:grid-cols-3 xl:grid-cols-6"
    >
      {steps.map(({ label, count, share }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-ink-2">{label}</dt>
          <dd className="figure mt-1 text-h3">{count.toLocaleString('en-US')}</dd>
          <dd className="mt-1 text-xs text-ink-2">{share === null ? null : `${share} of messages`}</dd>
        </div>
      ))}
    </dl>
  );
}
