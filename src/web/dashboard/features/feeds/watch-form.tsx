import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Feed, feedWatchFormSchema, WATCHES_MAX } from '#src/shared/feeds.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import type { Checked } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { watchSymbol } from './queries.ts';
import { symbolsIn, watchAll } from './watch-all.ts';

/** A list of as many symbols as may be watched. */
const LONGEST = 41 * WATCHES_MAX;

/** Chooses more symbols of one of the feeds, one or a list of them. `had`: so many are watched already. */
export function WatchForm({ feeds, had }: { feeds: readonly Feed[]; had: number }) {
  const queries = useQueryClient();
  const [done, setDone] = useState<{ count: number; of: number } | null>(null);
  const { onSubmit, field, watch, set, clear } = useCheckedForm({
    defaults: { feed: feeds[0]?.name ?? '', symbol: '' },
    check: ({ feed, symbol }): Checked<{ feed: string; symbols: string[] }> => {
      const symbols = symbolsIn(symbol);
      const problem = problemOf(symbols, feed, had);
      return problem === undefined ? { data: { feed, symbols } } : { faults: { symbol: problem } };
    },
    submit: async ({ feed, symbols }, { refuse }) => {
      setDone({ count: 0, of: symbols.length });
      try {
        const { watched, left, problem } = await watchAll(
          symbols,
          (symbol) => watchSymbol({ feed, symbol }),
          (count) => setDone({ count, of: symbols.length }),
        );
        // What is not watched stays, to be corrected.
        set('symbol', left.join(' '));
        if (watched.length > 0) {
          toast({
            title: `Watching ${watched.length === 1 ? watched[0] : `${watched.length} symbols`}`,
          });
          await queries.invalidateQueries({ queryKey: ['feeds'] });
        }
        if (left.length === 0) return;
        const rest =
          left.length === 1
            ? ''
            : ` ${left.length} of ${symbols.length} weren’t added and are still in the field.`;
        refuse('symbol', `${problem ?? ''}${rest}`);
      } finally {
        setDone(null);
      }
    },
  });
  const feed = feeds.find((each) => each.name === watch('feed'));
  const choice = field('feed');

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label="Watch a symbol"
      className="mt-2 mb-6 grid max-w-160 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
    >
      <Select
        label="Feed"
        {...choice}
        onChange={(event) => {
          clear('symbol');
          void choice.onChange(event);
        }}
        options={feeds.map((each) => ({ value: each.name, label: each.title }))}
      />
      <TextField
        label="Symbols"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        placeholder={feed?.example}
        hint="Separate several with spaces."
        {...field('symbol')}
      />
      <Changes says className="sm:mt-6.5">
        <Button type="submit" variant="primary" busy={done !== null}>
          {done === null ? 'Watch' : done.of > 1 ? `${done.count} of ${done.of}` : 'Processing...'}
        </Button>
      </Changes>
    </form>
  );
}

/** What keeps a list from being sent, in one sentence. */
function problemOf(symbols: readonly string[], feed: string, had: number): string | undefined {
  if (symbols.length > WATCHES_MAX - had)
    return `${WATCHES_MAX} symbols are the limit: ${had} are watched, and these are ${symbols.length}.`;
  for (const symbol of symbols.length === 0 ? [''] : symbols) {
    const parsed = feedWatchFormSchema.safeParse({ feed, symbol });
    if (!parsed.success) return parsed.error.issues[0]?.message;
  }
  return undefined;
}
