import { useInfiniteQuery } from '@tanstack/react-query';
import { ChartCandlestick, Download, ListChecks, Webhook, Plus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RulesImported, StoredRule } from '#src/shared/rules/stored.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Changes, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useKeys } from '#src/web/lib/use-keys.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AddressesOnce } from './list/addresses-once.tsx';
import { RuleLine } from './list/rule-line.tsx';
import { RulesSkeleton } from './list/rules-skeleton.tsx';
import { SelectedBar } from './list/selected-bar.tsx';
import { useSelection } from './list/use-selection.ts';
import { exportRules, importRules, listQuery, restoreRule } from './queries.ts';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

const SEARCH_MAX = 200;

export function RulesPage() {
  const mayWrite = useMay('rules:write') === true;
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const gone = search.get('deleted') === 'yes';
  usePageTitle(gone ? 'Deleted rules' : 'Rules');
  const filter = { ...(words !== '' && { q: words }), ...(gone && { deleted: 'yes' }) };
  const list = useInfiniteQuery(listQuery(new URLSearchParams(filter).toString()));
  const [deleted, setDeleted] = useState<StoredRule | null>(null);
  const [addresses, setAddresses] = useState<RulesImported['addresses']>([]);
  const file = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  const { busy, run } = useMakeOn('rules');
  const rules = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isSelectable = useRefusal() === null && mayWrite && !gone;
  const selection = useSelection(rules.map(({ id }) => id));
  /** Selects the row that has the focus. */
  const select = (isRange: boolean) => {
    const id = document.activeElement?.closest<HTMLElement>('[data-rule]')?.dataset['rule'];
    if (id !== undefined) selection.toggle(id, isRange);
  };
  useKeys({
    ...(isSelectable && { x: () => select(false), X: () => select(true) }),
    ...(selection.ids.length > 0 && { Escape: selection.clear }),
  });

  async function takeOut(): Promise<void> {
    const all = await run(exportRules, 'The rules weren’t exported');
    if (!all) return;
    saveFile(new Blob([`${JSON.stringify(all, null, 2)}\n`], { type: 'application/json' }), 'rules.json');
    const [first, ...others] = all.leftOut ?? [];
    if (first)
      toast({
        title:
          others.length === 0 ? '1 rule isn’t in the file' : `${others.length + 1} rules aren’t in the file`,
        description: `“${first.name}”: ${first.reason}${others.length === 0 ? '' : ' The others are named in the file, under leftOut.'}`,
      });
  }
  async function takeIn(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    let content: unknown;
    try {
      content = JSON.parse(await chosen.text());
    } catch {
      content = null;
    }
    const made = await run(() => importRules(content), `${chosen.name} wasn’t imported`);
    if (!made) return;
    setAddresses(made.addresses);
    toast({
      title: made.rules === 1 ? '1 rule imported' : `${made.rules} rules imported`,
      description: 'They’re paused until you turn them on.',
    });
  }
  async function undo(rule: StoredRule): Promise<void> {
    if (!(await run(() => restoreRule(rule.id), 'It wasn’t restored'))) return;
    setDeleted(null);
    toast({ title: 'Brought back', description: rule.name });
  }

  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <h1 className="headline text-h2">{gone ? 'Deleted rules' : 'Rules'}</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            {gone
              ? 'They don’t trigger. Open one to restore it.'
              : 'When a rule triggers, it creates an alert in your brand.'}
          </p>
        </div>
        {mayWrite ? (
          <Link to="/rules/new" className={buttonClass('primary')}>
            <Plus size={16} aria-hidden="true" />
            New rule
          </Link>
        ) : null}
      </header>
      <output className="block">
        {deleted ? (
          <span className="mb-4 flex items-center justify-between gap-4 border-y border-rule py-2 text-sm">
            <span className="min-w-0">
              <span className="font-medium break-words">{deleted.name}</span> is deleted. Its alerts stay.
            </span>
            <Button size="sm" busy={busy} onClick={() => void undo(deleted)}>
              Undo
            </Button>
          </span>
        ) : null}
      </output>
      {addresses.length > 0 ? <AddressesOnce addresses={addresses} onClose={() => setAddresses([])} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 pb-4">
        <SearchBox
          label="Search rules"
          placeholder="Search names and conditions"
          maxLength={SEARCH_MAX}
          value={words}
          onChange={(next) =>
            setSearch({ ...(gone && { deleted: 'yes' }), ...(next !== '' && { q: next }) }, { replace: true })
          }
        />
        <div className="flex flex-wrap gap-2">
          <Link to={gone ? '/rules' : '/rules?deleted=yes'} className={buttonClass('quiet', 'sm')}>
            {gone ? 'Back to the rules' : 'Deleted'}
          </Link>
          <Link to="/rules/outside" className={buttonClass('quiet', 'sm')}>
            <Webhook size={16} aria-hidden="true" />
            Webhooks and news
          </Link>
          <Link to="/rules/watchlists" className={buttonClass('quiet', 'sm')}>
            <ListChecks size={16} aria-hidden="true" />
            Watchlists
          </Link>
          <Link to="/instruments" className={buttonClass('quiet', 'sm')}>
            <ChartCandlestick size={16} aria-hidden="true" />
            Instruments
          </Link>
          <Button variant="quiet" size="sm" disabled={busy} onClick={() => void takeOut()}>
            <Download size={16} aria-hidden="true" />
            Export
          </Button>
          {mayWrite ? (
            <Changes>
              <Button variant="quiet" size="sm" disabled={busy} onClick={() => file.current?.click()}>
                <Upload size={16} aria-hidden="true" />
                Import
              </Button>
            </Changes>
          ) : null}
          <input
            ref={file}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label="File of rules"
            onChange={(event) => {
              void takeIn(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      </div>
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Rules couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <RulesSkeleton />
      ) : rules.length === 0 ? (
        <EmptyState
          heading="h2"
          title={words !== '' ? 'No rules match' : gone ? 'No rule is deleted' : 'No rules yet'}
          text={
            words === '' && gone
              ? 'Deleted rules appear here, and you can restore them.'
              : words === ''
                ? 'A rule says in words what to look for, such as a close above its 200-day average.'
                : 'We searched names and conditions.'
          }
          action={
            words !== '' ? (
              <Button onClick={() => setSearch(gone ? { deleted: 'yes' } : {}, { replace: true })}>
                Clear the search
              </Button>
            ) : mayWrite && !gone ? (
              <Link to="/rules/new" className={buttonClass('secondary')}>
                New rule
              </Link>
            ) : null
          }
        />
      ) : (
        <>
          <ul ref={box} aria-label={gone ? 'Deleted rules' : 'Rules'} className="border-t border-rule">
            {rules.map((rule) => (
              <RuleLine
                key={rule.id}
                rule={rule}
                mayWrite={mayWrite}
                isSelected={selection.isSelected(rule.id)}
                onSelect={(isRange) => selection.toggle(rule.id, isRange)}
                onDeleted={setDeleted}
              />
            ))}
          </ul>
          <ShowMore list={list} />
          {isSelectable ? <SelectedBar rules={rules} selection={selection} /> : null}
        </>
      )}
    </>
  );
}
