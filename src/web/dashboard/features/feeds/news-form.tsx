import { findPreset, NEWS_PRESETS } from '#src/shared/external/news-presets.ts';
import { type NewsSource, newsSourceFormSchema } from '#src/shared/external/news.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { addNews, changeNews } from './queries.ts';

const COMMON = [
  { value: '', label: 'Choose, or enter an address below' },
  ...NEWS_PRESETS.flatMap(({ title, items }) =>
    items.map(({ name, url }) => ({ value: url, label: `${title} · ${name}` })),
  ),
];

/** Adds a source of news, or changes one. */
export function NewsForm({ source, onDone }: { source: NewsSource | null; onDone?: () => void }) {
  const { run } = useActOn('feeds');
  const { onSubmit, busy, field, set, watch } = useCheckedForm({
    defaults: { name: source?.name ?? '', url: source?.url ?? '' },
    check: (values) =>
      checkBy(newsSourceFormSchema, values, ([first]) => (first === 'name' ? 'name' : 'url')),
    submit: async (wanted, { reset, refuse }) => {
      const kept = await run(() => (source ? changeNews(source.id, wanted) : addNews(wanted)), {
        onRefused: ({ message }) => refuse('url', message),
      });
      if (!kept) return;
      if (source === null) reset();
      toast({ title: source ? 'Changed' : 'Added', description: kept.done.name });
      onDone?.();
    },
  });
  function choose(url: string): void {
    const preset = findPreset(url);
    set('name', preset?.name ?? '');
    set('url', preset?.url ?? '');
  }
  return (
    <form
      noValidate
      aria-label={source ? `Change ${source.name}` : 'Add a news source'}
      className={cx('max-w-180', !source && 'mt-8')}
      onSubmit={onSubmit}
    >
      {source ? null : <h3 className="mb-4 text-base font-semibold">Add a news source</h3>}
      <Changes says className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {source ? null : (
          <div className="sm:col-span-2">
            <Select
              label="Common sources"
              options={COMMON}
              value={findPreset(watch('url') ?? '')?.url ?? ''}
              onChange={({ target }) => choose(target.value)}
            />
          </div>
        )}
        <TextField label="Name" maxLength={80} autoComplete="off" {...field('name')} />
        <TextField
          label="RSS or Atom address"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          hint={source ? 'Headlines already at the new address don’t trigger alerts.' : undefined}
          {...field('url')}
        />
        <p className="flex gap-3 sm:col-span-2">
          <Button type="submit" busy={busy}>
            {source ? 'Save' : 'Add'}
          </Button>
          {onDone ? (
            <Button variant="quiet" onClick={onDone}>
              Cancel
            </Button>
          ) : null}
        </p>
      </Changes>
    </form>
  );
}
