import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Watchlist } from '#src/shared/rules/stored.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import type { Checked } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { changeWatchlist, deleteWatchlist, makeWatchlist, watchlistsQuery } from './queries.ts';
import { AddSymbol } from './list/add-symbol.tsx';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

/** Separators between two symbols. */
const SPACES = /[\s,;]+/;

/** Lists of symbols that one rule goes over. */
export function WatchlistsPage() {
  usePageTitle('Watchlists');
  const mayWrite = useMay('rules:write') === true;
  const lists = useQuery(watchlistsQuery);
  const [editing, setEditing] = useState<Watchlist | 'new' | null>(null);
  const { busy, run } = useMakeOn('rules');
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <nav aria-label="Above" className="text-sm text-ink-2">
            <Link to="/rules" className="underline">
              Rules
            </Link>
          </nav>
          <h1 className="headline mt-1 text-h2">Watchlists</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            One rule can watch up to 500 symbols by a watchlist.
          </p>
        </div>
        {mayWrite && editing === null ? (
          <Changes says>
            <Button variant="primary" onClick={() => setEditing('new')}>
              New watchlist
            </Button>
          </Changes>
        ) : null}
      </header>
      {editing === null ? null : (
        <WatchlistForm
          key={editing === 'new' ? 'new' : editing.id}
          list={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {lists.error && !lists.data ? (
        <ErrorState
          heading="h2"
          title="Watchlists couldn’t be loaded"
          text={lists.error.message}
          onRetry={() => void lists.refetch()}
        />
      ) : lists.isPending ? (
        <output className="grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-10 w-full" />
        </output>
      ) : lists.data.length === 0 ? (
        <EmptyState
          heading="h2"
          title="No watchlists yet"
          text="Put symbols together that the same rules should watch."
        />
      ) : (
        <ul aria-label="Watchlists" className="border-t border-rule">
          {lists.data.map((list) => (
            <li
              key={list.id}
              className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm"
            >
              <div className="min-w-0 grow basis-70">
                <p className="font-medium break-words">{list.name}</p>
                <p className="figure mt-0.5 break-words text-ink-2">{list.symbols.join(' ')}</p>
                <p className="mt-1 text-xs text-ink-3">
                  {list.symbols.length === 1 ? '1 symbol' : `${list.symbols.length} symbols`},{' '}
                  {list.rules === 1 ? '1 rule' : `${list.rules} rules`}
                </p>
              </div>
              {mayWrite ? (
                <Changes className="flex gap-1">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Change ${list.name}`}
                    onClick={() => setEditing(list)}
                  >
                    <Pencil size={16} aria-hidden="true" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    disabled={busy}
                    aria-label={`Delete ${list.name}`}
                    onClick={() => void run(() => deleteWatchlist(list.id), 'It wasn’t deleted')}
                  >
                    <Trash2 size={16} aria-hidden="true" />
                  </Button>
                </Changes>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function WatchlistForm({ list, onClose }: { list: Watchlist | null; onClose: () => void }) {
  const [said, setSaid] = useState('');
  const { run } = useMakeOn('rules');
  const { onSubmit, busy, field, set, watch } = useCheckedForm({
    defaults: { name: list?.name ?? '', symbols: list?.symbols.join(' ') ?? '' },
    check: ({ name, symbols }): Checked<{ name: string; symbols: string[] }> => {
      const wanted = symbols.split(SPACES).filter((symbol) => symbol !== '');
      const faults = {
        ...(name.trim() === '' && { name: 'Please give it a name.' }),
        ...(wanted.length === 0 && { symbols: 'Please name one symbol at least.' }),
      };
      return Object.keys(faults).length > 0 ? { faults } : { data: { name, symbols: wanted } };
    },
    submit: async (wanted, { notSaved }) => {
      const saved = await run(
        () => (list ? changeWatchlist(list.id, wanted) : makeWatchlist(wanted)),
        'The watchlist wasn’t saved',
      );
      if (saved) onClose();
      else notSaved();
    },
  });
  const add = (symbol: string): void => {
    const symbols = watch('symbols');
    const has = symbols.toUpperCase().split(SPACES).includes(symbol.toUpperCase());
    setSaid(has ? `${symbol} is in the list already.` : `${symbol} is added.`);
    if (!has) set('symbols', `${symbols.trim()} ${symbol}`.trim());
  };
  return (
    <form
      noValidate
      aria-label={list ? `Change ${list.name}` : 'New watchlist'}
      className="mb-8 grid max-w-160 gap-5 border-t border-rule pt-5"
      onSubmit={onSubmit}
    >
      <TextField label="Name" maxLength={100} autoComplete="off" {...field('name')} />
      <TextArea
        label="Symbols"
        rows={3}
        hint="With spaces between; a list can be pasted."
        spellCheck={false}
        autoCapitalize="characters"
        {...field('symbols')}
      />
      <AddSymbol said={said} onAdd={add} />
      <div className="flex gap-3">
        <Button variant="primary" type="submit" busy={busy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
