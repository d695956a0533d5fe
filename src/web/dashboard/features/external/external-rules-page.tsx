import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ExternalKind } from '#src/shared/external/evidence.ts';
import type { ExternalRule, ExternalRuleMade } from '#src/shared/external/rules.ts';
import { MutedTag, useMuteOf } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { UnmuteButton } from '#src/web/dashboard/lib/mutes/unmute-button.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { routesInShort } from '#src/web/dashboard/lib/routes/words.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AddressOnce } from './address-once.tsx';
import { Head } from './head.tsx';
import { RuleForm } from './rule-form.tsx';
import { externalRulesQuery } from './queries.ts';
import { KIND_WORDS, stateWords } from './words.ts';

const ABOVE = [{ to: '/rules', label: 'Rules' }];
const ABOVE_DELETED = [...ABOVE, { to: '/rules/outside', label: 'Webhooks and news' }];

/** Rules that listen to external sources. */
export function ExternalRulesPage() {
  const [search] = useSearchParams();
  const gone = search.get('deleted') === 'yes';
  usePageTitle(gone ? 'Deleted webhook, news and calendar rules' : 'Webhook, news and calendar rules');
  const mayWrite = useMay('rules:write') === true;
  const list = useQuery(externalRulesQuery(gone));
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  const [making, setMaking] = useState<ExternalKind | null>(null);
  const [made, setMade] = useState<ExternalRuleMade | null>(null);
  return (
    <>
      <Head above={gone ? ABOVE_DELETED : ABOVE} title={gone ? 'Deleted' : 'Webhooks and news'}>
        <p className="mt-2 max-w-text text-base text-ink-2">
          {gone
            ? 'They don’t trigger. Open one to restore it.'
            : 'Each rule creates alerts in your brand from webhooks, headlines or calendar events.'}
        </p>
        {!making && !made ? (
          <div className="mt-4 flex flex-wrap items-center gap-3">
            {mayWrite && !gone ? (
              <Changes says className="contents">
                <Button variant="primary" onClick={() => setMaking('webhook')}>
                  New webhook
                </Button>
                <Button onClick={() => setMaking('news')}>New news rule</Button>
                <Button onClick={() => setMaking('calendar')}>New calendar rule</Button>
              </Changes>
            ) : null}
            {gone ? null : (
              <Link to="/rules/outside?deleted=yes" className={buttonClass('quiet', 'sm')}>
                Deleted
              </Link>
            )}
          </div>
        ) : null}
      </Head>
      {making ? (
        <RuleForm
          rule={null}
          kind={making}
          onDone={(rule) => {
            setMaking(null);
            if (rule.address !== null) setMade(rule);
            else toast({ title: 'The rule is on', description: rule.name });
          }}
          onClose={() => setMaking(null)}
        />
      ) : null}
      {made?.address ? (
        <AddressOnce name={made.name} address={made.address} onClose={() => setMade(null)} />
      ) : null}
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="We couldn’t load these rules"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <output className="grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </output>
      ) : list.data.length === 0 ? (
        <EmptyState
          heading="h2"
          title={gone ? 'No rule is deleted' : 'Nothing is listened to yet'}
          text={
            gone
              ? 'Deleted rules appear here, and you can restore them.'
              : 'A webhook receives TradingView alerts and calls from your programs. News rules match words. Calendar rules wait for a time or a figure.'
          }
        />
      ) : (
        <ul
          ref={box}
          aria-label={gone ? 'Deleted rules' : 'Webhook, news and calendar rules'}
          className="border-t border-rule"
        >
          {list.data.map((rule) => (
            <Line key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ rule: { id, kind, name, reading, routes, state, hook, deletedAt } }: { rule: ExternalRule }) {
  const mute = useMuteOf({ kind: 'rule', target: id });
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <Link
          to={`/rules/outside/${id}`}
          data-row-link
          className="font-medium break-words text-ink hover:underline"
        >
          {name}
        </Link>
        <p className="mt-0.5 max-w-text break-words text-ink-2">{reading}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{KIND_WORDS[kind]}</span>
          <span className="break-words">{routesInShort(routes)}</span>
          {hook ? (
            <span>
              {hook.accepted} taken, {hook.repeated} repeated, {hook.refused} refused
            </span>
          ) : null}
        </p>
      </div>
      <span className="flex w-36 flex-col gap-1 py-1">
        <StatusTag {...stateWords({ state, deletedAt })} />
        {mute && deletedAt === null ? <MutedTag mute={mute} /> : null}
        {mute?.suspended && deletedAt === null ? (
          <span>
            <UnmuteButton mute={mute} />
          </span>
        ) : null}
      </span>
    </li>
  );
}
