import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { type Feed, feedWatchFormSchema, WATCHES_MAX } from '#src/shared/feeds.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
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
  const [name, setName] = useState(feeds[0]?.name ?? '');
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<{ count: number; of: number } | null>(null);
  const feed = feeds.find((each) => each.name === name);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = symbolsIn(textValues(form)['symbol'] ?? '');
    const wrong = problemOf(wanted, name, had);
    setError(wrong);
    if (wrong !== undefined) return focusField(form, 'symbol');
    setDone({ count: 0, of: wanted.length });
    try {
      const { watched, left, problem } = await watchAll(
        wanted,
        (symbol) => watchSymbol({ feed: name, symbol }),
        (count) => setDone({ count, of: wanted.length }),
      );
      form.reset();
      if (watched.length > 0) {
        toast({
          title: watched.length === 1 ? `${watched[0]} is watched` : `${watched.length} symbols are watched`,
        });
        await queries.invalidateQueries({ queryKey: ['feeds'] });
      }
      if (left.length === 0) return;
      const control = form.elements.namedItem('symbol');
      // What is not watched stays to be mended.
      if (control instanceof HTMLInputElement) control.value = left.join(' ');
      const rest =
        left.length === 1 ? '' : ` ${left.length} of ${wanted.length} are not watched; they stand here.`;
      setError(`${problem ?? ''}${rest}`);
      focusField(form, 'symbol');
    } finally {
      setDone(null);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Watch a symbol"
      className="mt-2 mb-6 grid max-w-160 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
    >
      <Select
        label="Feed"
        name="feed"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        options={feeds.map((each) => ({ value: each.name, label: each.title }))}
      />
      <TextField
        label="Symbols"
        name="symbol"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        placeholder={feed?.example}
        hint="One, or several with spaces between."
        error={error}
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
