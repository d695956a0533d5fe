import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewsSource } from '#src/shared/external/news.ts';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { SourceRow } from '#src/web/dashboard/lib/source-row.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { NewsForm } from './news-form.tsx';
import { removeNews } from './queries.ts';

/** Where the workspace reads its news, and what is the matter with each source. */
export function News() {
  const { data, error, refetch } = useQuery(newsSourcesQuery);
  const mayWrite = useMay('feeds:write') === true;
  return (
    <section aria-labelledby="news" className="mt-12">
      <h2 id="news" className="headline text-h3">
        News
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        We check RSS and Atom feeds every 5 minutes while a rule uses them. Headlines already in a feed when
        you add it don’t trigger alerts.
      </p>
      {data === undefined ? (
        <ErrorState
          title="We couldn’t load your news sources"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : data.length === 0 ? (
        <p className="border-t border-line py-6 text-sm text-ink-2">There is no source of news yet.</p>
      ) : (
        <ul aria-label="News sources" className="border-t border-rule">
          {data.map((source) => (
            <Row key={source.id} source={source} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite ? <NewsForm source={null} /> : null}
    </section>
  );
}

function Row({ source, mayWrite }: { source: NewsSource; mayWrite: boolean }) {
  const { id, name, url, items, putAside, lately } = source;
  const { busy, run } = useActOn('feeds');
  const [isChanging, setChanging] = useState(false);
  async function remove(): Promise<void> {
    const done = await run(() => removeNews(id), { failure: `${name} wasn’t removed` });
    if (done) toast({ title: `${name} is removed` });
  }
  return (
    <SourceRow
      source={source}
      address={url}
      facts={[items === 1 ? '1 item' : `${items} items`, `${putAside} quarantined`]}
      aside={{ title: 'Recently skipped', lines: lately }}
      mayWrite={mayWrite}
      change={{
        isOpen: isChanging,
        onToggle: () => setChanging(!isChanging),
        form: <NewsForm source={source} onDone={() => setChanging(false)} />,
      }}
      removal={{
        text: 'Its alerts stay. Rules that use only this source stop triggering.',
        busy,
        run: () => void remove(),
      }}
    />
  );
}
