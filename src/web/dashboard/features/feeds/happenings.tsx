import type { Feed, FeedHappening } from '#src/shared/feeds.ts';
import { Time } from '#src/web/ui/time.tsx';
import { HAPPENING_WORDS } from './words.ts';

/** What happened to the feeds lately; nothing at all where nothing did. */
export function Happenings({
  feeds,
  happenings,
}: {
  feeds: readonly Feed[];
  happenings: readonly FeedHappening[];
}) {
  if (happenings.length === 0) return null;
  return (
    <section aria-labelledby="happenings" className="mt-12">
      <h2 id="happenings" className="headline pb-2 text-h3">
        What happened lately
      </h2>
      <ol className="border-t border-rule text-sm">
        {happenings.map(({ id, feed, kind, problem, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 border-b border-line py-3">
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{feeds.find(({ name }) => name === feed)?.title ?? feed}</span>{' '}
              {HAPPENING_WORDS[kind]}
              {problem ? <span className="text-ink-2">: {problem}</span> : null}
            </p>
            <span className="shrink-0 text-xs text-ink-3">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
