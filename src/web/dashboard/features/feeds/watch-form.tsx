import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { type Feed, feedWatchFormSchema } from '#src/shared/feeds.ts';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { watchSymbol } from './queries.ts';

/** Chooses one more symbol of one of the feeds. */
export function WatchForm({ feeds }: { feeds: readonly Feed[] }) {
  const queries = useQueryClient();
  const [name, setName] = useState(feeds[0]?.name ?? '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const feed = feeds.find((each) => each.name === name);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { symbol = '' } = textValues(form);
    const parsed = feedWatchFormSchema.safeParse({ feed: name, symbol: symbol.toUpperCase() });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return focusField(form, 'symbol');
    setBusy(true);
    try {
      const watch = await watchSymbol(parsed.data);
      form.reset();
      toast({ title: `${watch.symbol} is watched` });
      await queries.invalidateQueries({ queryKey: ['feeds'] });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause.message);
      focusField(form, 'symbol');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Watch a symbol"
      className="mt-6 grid max-w-160 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
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
        label="Symbol"
        name="symbol"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder={feed?.example}
        error={error}
      />
      <Changes says className="sm:mt-6.5">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Processing...' : 'Watch'}
        </Button>
      </Changes>
    </form>
  );
}
