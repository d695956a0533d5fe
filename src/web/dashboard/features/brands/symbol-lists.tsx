import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Brand } from '#src/shared/brands.ts';
import type { ListedSymbol, SymbolList } from '#src/shared/symbol-lists/lists.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { Section } from './section.tsx';
import { SymbolForm } from './symbol-form.tsx';
import { removeSymbol, symbolHistoryQuery, SYMBOLS, symbolsQuery } from './symbol-queries.ts';

const LISTS: readonly { list: SymbolList; title: string; none: string }[] = [
  { list: 'restricted', title: 'Restricted', none: 'No symbol is restricted.' },
  { list: 'watch', title: 'Watch list', none: 'No symbol is on the watch list.' },
];
const SHOWN = 50;

/** The restricted and the watch list of a saved brand. It has its own buttons: nothing of it waits for the form. */
export function SymbolLists({ brand }: { brand: Brand }) {
  const mayWrite = useMay('restrictions:write') === true;
  const { data, error, refetch } = useQuery(symbolsQuery(brand.id));
  return (
    <Section
      id="symbols"
      title="Restricted symbols and watch list"
      text="Alerts about a restricted symbol are never sent. Alerts about a symbol on the watch list wait for a reviewer, whatever the approval policy. Only owners, admins and approvers see these lists."
    >
      {mayWrite ? <SymbolForm brand={brand} /> : null}
      {error && !data ? (
        <ErrorState
          heading="h3"
          title="The lists couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        LISTS.map(({ list, title, none }) => (
          <Listed
            key={list}
            brand={brand}
            title={title}
            none={none}
            items={data.items.filter((each) => each.list === list)}
            mayWrite={mayWrite}
          />
        ))
      )}
      <History brand={brand} />
    </Section>
  );
}

function Listed({
  brand,
  title,
  none,
  items,
  mayWrite,
}: {
  brand: Brand;
  title: string;
  none: string;
  items: readonly ListedSymbol[];
  mayWrite: boolean;
}) {
  const { busy, run } = useActOn(SYMBOLS);
  const [isAll, setAll] = useState(false);
  async function remove({ id, symbol }: ListedSymbol): Promise<void> {
    const done = await run(() => removeSymbol(brand.id, id), { failure: 'It wasn’t removed' });
    if (done) toast({ title: `${symbol} removed` });
  }
  const shown = isAll ? items : items.slice(0, SHOWN);
  return (
    <div>
      <h3 className="text-base font-semibold">{title}</h3>
      {items.length === 0 ? <p className="mt-1 text-sm text-ink-2">{none}</p> : null}
      <ul aria-label={title} className="mt-2 empty:hidden">
        {shown.map((each) => (
          <li
            key={each.id}
            className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line py-2.5 text-sm"
          >
            <div className="min-w-0 grow basis-50">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="figure font-medium">{each.symbol}</span>
                {each.inForce ? null : <Badge>Not in force</Badge>}
                <span className="text-ink-2">{daysOf(each)}</span>
              </p>
              <p className="mt-0.5 text-ink-2 wrap-anywhere">
                {each.reason}. Added <Time at={each.addedAt} /> by {each.by}
              </p>
            </div>
            {mayWrite ? (
              <Button
                size="sm"
                variant="quiet"
                disabled={busy}
                aria-label={`Remove ${each.symbol} from ${title}`}
                onClick={() => void remove(each)}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {shown.length < items.length ? (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      ) : null}
    </div>
  );
}

/** `from 2026-12-01 to 2026-12-31`; '' where it has neither. */
const daysOf = ({ from, until }: Pick<ListedSymbol, 'from' | 'until'>): string =>
  [from === null ? '' : `from ${from}`, until === null ? '' : `to ${until}`]
    .filter((part) => part !== '')
    .join(' ');

function History({ brand }: { brand: Brand }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({ ...symbolHistoryQuery(brand.id), enabled: isOpen });
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-medium">
        History
        <ChevronDown size={16} aria-hidden="true" className="group-open:rotate-180" />
      </summary>
      {error ? (
        <p className="text-sm text-fault">{error.message}</p>
      ) : data ? (
        <ol aria-label="History of the lists" className="text-sm">
          {data.items.length === 0 ? <li className="text-ink-2">Nothing was ever listed.</li> : null}
          {data.items.map((each) => (
            <li key={each.id} className="border-t border-line py-2 wrap-anywhere">
              <span className="figure font-medium">{each.symbol}</span>{' '}
              {each.list === 'watch' ? 'watched' : 'restricted'} {daysOf(each)}
              <span className="text-ink-2">
                {' '}
                · {each.reason} · added <Time at={each.addedAt} exact /> by {each.by}
                {each.endedAt === null ? null : (
                  <>
                    {' '}
                    · removed <Time at={each.endedAt} exact /> by {each.endedBy}
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      ) : isOpen ? (
        <output className="text-sm text-ink-2">Loading...</output>
      ) : null}
    </details>
  );
}
