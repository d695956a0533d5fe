import { useQuery } from '@tanstack/react-query';
import type { AlertReactions, ReactionCounts } from '#src/shared/analytics-reactions.ts';
import { alertReactionsQuery } from '#src/web/dashboard/lib/analytics/reactions-query.ts';
import { apartWords, reactionColumns } from '#src/web/dashboard/lib/analytics/reaction-words.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';

type Channel = AlertReactions['channels'][number];

/** What came back of the alert. Not there while nothing has, and nothing is counted. */
export function Reactions({ id }: { id: string }) {
  const titleOf = useChannelTitle();
  const { data, error, refetch } = useQuery(alertReactionsQuery(id));
  if (error && !data)
    return (
      <ErrorState
        title="Opens and clicks couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  const { tracking, channels, links } = data;
  const shown = channels.filter((channel) => channel.sent > 0);
  const isCounted = tracking.opens || tracking.clicks;
  if (shown.length === 0 || !(isCounted || shown.some(hasAny))) return null;
  return (
    <section aria-labelledby="reactions">
      <h2 id="reactions" className="headline text-h4">
        Opens and clicks
      </h2>
      <ul className="mt-3 border-t border-line text-sm">
        {shown.map((channel) => (
          <li key={channel.channel} className="border-b border-line py-2">
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span>{titleOf(channel.channel)}</span>
              <span className="figure text-ink-2">{wordsOf(channel)}</span>
            </p>
            {apartWords(channel) ? <p className="text-ink-2">{apartWords(channel)}</p> : null}
          </li>
        ))}
        {links.map(({ url, clicked, robotClicked }) => (
          <li
            key={url}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-2"
          >
            <span className="min-w-0 grow basis-60 wrap-anywhere">{url}</span>
            <span className="figure text-ink-2">
              {formatNumber(clicked)} clicked
              {robotClicked > 0 ? ` · ${formatNumber(robotClicked)} by robots` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hasAny = ({ delivered, opened, maybeOpened, clicked, bounced, complained, unsubscribed }: Channel) =>
  delivered + opened + maybeOpened + clicked + bounced + complained + unsubscribed > 0;

/** `3 sent · 2 opened · 1 clicked`: what there is none of isn't named, but for opens and clicks. */
function wordsOf(counts: ReactionCounts): string {
  return reactionColumns()
    .filter(({ name }) => counts[name] > 0 || name === 'opened' || name === 'clicked')
    .map(({ name, label }) => `${formatNumber(counts[name])} ${label.toLowerCase()}`)
    .join(' · ');
}
