import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedWatch, FoundSymbols } from '#src/shared/feeds.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { useLater } from '#src/web/dashboard/lib/use-later.ts';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { Field } from '#src/web/ui/field.tsx';
import { formatQuote, formatRelative } from '#src/web/ui/format.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { symbolsFoundQuery, watchSymbol } from './queries.ts';
import { delayText } from './words.ts';

type Item = FoundSymbols['items'][number];
const KINDS = {
  crypto: 'Crypto',
  stock: 'Stock',
  fund: 'Fund',
  currency: 'Currency',
  metal: 'Metal',
} as const;
/** "60,759.50, 3 minutes ago", and what makes it not the market's price of now. */
const priceWords = ({ price, priceAt, delayMinutes, closed }: Item): string[] => [
  ...(price === null || priceAt === null
    ? []
    : [`${formatQuote(Number(price))}, ${formatRelative(Date.parse(priceAt), Date.now())}`]),
  ...(delayMinutes === null ? [] : [delayText(delayMinutes)]),
  ...(closed === true ? ['closed'] : []),
];
const keyOf = ({ feed, symbol }: Item): string => `${feed ?? ''} ${symbol}`;

/** Finds a symbol on any feed by ticker, name or ISIN; choosing it watches it. */
export function FindSymbol({ watches }: { watches: readonly FeedWatch[] }) {
  const queries = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const typed = text?.trim() ?? '';
  const words = useLater(typed);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...symbolsFoundQuery(words),
    enabled: text !== null && words !== '',
    placeholderData: keepPreviousData,
  });
  const items = typed === '' ? [] : (data?.items ?? []);
  const isWatched = ({ feed, symbol }: Item): boolean =>
    watches.some((each) => each.feed === feed && each.symbol === symbol);
  const hintOf = (item: Item): string =>
    [
      item.name,
      item.venue ?? KINDS[item.kind],
      item.currency,
      item.title ?? 'connect a source below to watch it',
      ...(isWatched(item) ? ['watched'] : []),
      ...priceWords(item),
    ].join(' · ');

  async function choose(key: string): Promise<void> {
    const item = items.find((each) => keyOf(each) === key);
    if (!item) return;
    setProblem(null);
    if (item.feed === null) {
      document.getElementById('keyed')?.scrollIntoView({ block: 'start' });
      setProblem(`${item.symbol} needs a data source. Connect one under “Stocks and other markets”.`);
      return;
    }
    try {
      await watchSymbol({ feed: item.feed, symbol: item.symbol });
      toast({ title: `Watching ${item.symbol}` });
      await queries.invalidateQueries({ queryKey: ['feeds'] });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setProblem(cause.message);
    }
  }

  const loading = data?.loading ?? [];
  return (
    <div className="mt-2 max-w-160">
      <Field
        label="Find a symbol"
        hint={
          loading.length > 0 && typed !== ''
            ? `Loading the symbols of ${loading.join(', ')}...`
            : 'By ticker, name or ISIN, on all feeds: btc, apple, AAPL. Choose one to watch it.'
        }
        error={problem ?? undefined}
      >
        {(control) => (
          <Combobox
            {...control}
            chosen=""
            value=""
            placeholder="bitcoin"
            found={{
              groups: [
                {
                  options: items.map((item) => ({
                    value: keyOf(item),
                    label: item.symbol,
                    hint: hintOf(item),
                  })),
                },
              ],
              busy: typed !== '' && (typed !== words || isPending || isPlaceholderData),
              failed: error?.message ?? null,
              hasMore: false,
              ...(typed === ''
                ? { none: 'Type a ticker, a name or an ISIN.' }
                : loading.length > 0 && {
                    none: `Not found so far. Still loading the symbols of ${loading.join(', ')}...`,
                  }),
            }}
            onSearch={setText}
            onChoose={(key) => void choose(key)}
          />
        )}
      </Field>
    </div>
  );
}
