import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Feed } from '#src/shared/feeds.ts';
import {
  type FeedKey,
  findMarketData,
  MARKET_DATA,
  type MarketDataProvider,
  planOf,
} from '#src/shared/market-data.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { STATE_WORDS } from '#src/web/lib/feed-states.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { KeyForm } from './key-form.tsx';
import { checkKey, feedKeysQuery, removeKey } from './queries.ts';
import { delayText } from './words.ts';

/** The sources of market data that take a key: those that are connected, and those that can be. */
export function KeyedSources({ feeds }: { feeds: readonly Feed[] }) {
  const { data, error, refetch } = useQuery(feedKeysQuery);
  const mayConnect = useMay('feeds:connect') === true;
  return (
    <section aria-labelledby="keyed" className="mt-12">
      <h2 id="keyed" className="headline text-h3">
        Stocks and other markets
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        Connect these sources with your own key. We encrypt it and never show it again. Only your workspace
        gets its data.
      </p>
      {data === undefined ? (
        <ErrorState
          title="The sources couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul aria-label="Sources with a key" className="border-t border-rule">
          {MARKET_DATA.map((provider) => {
            const key = data.find((each) => each.provider === provider.id);
            return key ? (
              <Connected
                key={provider.id}
                connected={key}
                feed={feeds.find(({ name }) => name === key.feed)}
                mayConnect={mayConnect}
              />
            ) : (
              <Offered key={provider.id} provider={provider} mayConnect={mayConnect} />
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** One that isn't connected. */
function Offered({ provider, mayConnect }: { provider: MarketDataProvider; mayConnect: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-56">
          <p className="font-medium">{provider.title}</p>
          <p className="mt-0.5 text-sm text-ink-2">{provider.covers}</p>
        </div>
        {mayConnect ? (
          isOpen ? null : (
            <Changes>
              <Button size="sm" aria-label={`Connect ${provider.title}`} onClick={() => setOpen(true)}>
                Connect
              </Button>
            </Changes>
          )
        ) : (
          <span className="text-sm text-ink-2">An owner or admin can connect it.</span>
        )}
      </div>
      {isOpen && mayConnect ? (
        <KeyForm provider={provider} connected={null} onDone={() => setOpen(false)} />
      ) : null}
    </li>
  );
}

function Connected({
  connected,
  feed,
  mayConnect,
}: {
  connected: FeedKey;
  feed: Feed | undefined;
  mayConnect: boolean;
}) {
  const { title, hint, symbols, checkedAt, extended, license } = connected;
  const provider = findMarketData(connected.provider);
  const plan = planOf(provider, connected.plan);
  const { busy, run } = useActOn('feeds');
  const [isReplacing, setReplacing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const words = feed ? STATE_WORDS[feed.state] : null;

  async function check(): Promise<void> {
    const made = await run(() => checkKey(provider.id), { failure: 'The key couldn’t be checked' });
    if (!made) return;
    const { works, says } = made.done;
    toast({
      title: works ? 'The key works' : 'The key doesn’t work',
      description: says,
      ...(works ? {} : { variant: 'destructive' as const }),
    });
  }
  async function remove(): Promise<void> {
    setAsking(false);
    const done = await run(() => removeKey(provider.id), { failure: `${title} wasn’t removed` });
    if (done) toast({ title: `${title} is removed` });
  }
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="font-medium">{title}</span>
            {words ? (
              <span className="text-sm">
                <StatusTag tone={words.tone} label={words.label} />
              </span>
            ) : null}
          </p>
          {feed?.state === 'denied' && feed.problem ? (
            <p className="mt-1 text-sm text-fault">{feed.problem}.</p>
          ) : null}
          <p className="mt-1 text-sm text-ink-2">
            {plan.title} · {delayText(plan.delayMinutes)}
            {extended ? ' · pre-market and after-hours too' : ''}
          </p>
          <dl className="mt-3 grid max-w-140 grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
            <Fact name="Symbols">
              {symbols.limit === null ? symbols.used : `${symbols.used} of ${symbols.limit}`}
            </Fact>
            <Fact name="Key ends in">{hint}</Fact>
            <Fact name="Key checked">
              <Time at={checkedAt} />
            </Fact>
          </dl>
          <p className="mt-3 max-w-text text-xs text-ink-2">
            {license}{' '}
            <a href={provider.licenseUrl} rel="noreferrer" target="_blank" className="underline">
              Terms
            </a>
          </p>
        </div>
        {mayConnect ? (
          <Changes className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy} aria-label={`Check ${title}`} onClick={() => void check()}>
              Check
            </Button>
            <Button
              size="sm"
              aria-expanded={isReplacing}
              aria-label={`Replace key of ${title}`}
              onClick={() => setReplacing(!isReplacing)}
            >
              Replace key
            </Button>
            <Button size="sm" variant="quiet" aria-label={`Remove ${title}`} onClick={() => setAsking(true)}>
              Remove
            </Button>
          </Changes>
        ) : null}
      </div>
      {isReplacing && mayConnect ? (
        <KeyForm provider={provider} connected={connected} onDone={() => setReplacing(false)} />
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={`Remove ${title}?`}
        text="The key is deleted, and its symbols are no longer watched. Rules on them stop triggering until you connect it again. Their bars and alerts stay."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="figure mt-0.5">{children}</dd>
    </div>
  );
}
