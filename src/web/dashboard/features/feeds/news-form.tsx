import { type FormEvent, useState } from 'react';
import { type NewsSource, newsSourceFormSchema } from '#src/shared/outside/news.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { addNews, changeNews } from './queries.ts';

/** Adds a source of news, or changes one. */
export function NewsForm({ source, onDone }: { source: NewsSource | null; onDone?: () => void }) {
  const [faults, setFaults] = useState<{ name?: string; url?: string }>({});
  const { busy, run } = useActOn('feeds');
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = newsSourceFormSchema.safeParse(textValues(form));
    const found: { name?: string; url?: string } = {};
    for (const { path, message } of parsed.error?.issues ?? [])
      found[path[0] === 'name' ? 'name' : 'url'] ??= message;
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) focusField(form, first);
    if (!parsed.success) return;
    const kept = await run(() => (source ? changeNews(source.id, parsed.data) : addNews(parsed.data)), {
      onRefused: ({ message }) => {
        setFaults({ url: message });
        focusField(form, 'url');
      },
    });
    if (!kept) return;
    if (source === null) form.reset();
    toast({ title: source ? 'Changed' : 'Added', description: kept.done.name });
    onDone?.();
  }
  return (
    <form
      noValidate
      aria-label={source ? `Change ${source.name}` : 'Add a source of news'}
      className={cx('max-w-180', !source && 'mt-8')}
      onSubmit={(event) => void save(event)}
    >
      {source ? null : <h3 className="mb-4 text-base font-semibold">Add a source of news</h3>}
      <Changes says className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextField
          label="Name"
          name="name"
          maxLength={80}
          autoComplete="off"
          defaultValue={source?.name ?? ''}
          error={faults.name}
        />
        <TextField
          label="Address of RSS or Atom"
          name="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          defaultValue={source?.url ?? ''}
          hint={source ? 'What another address holds at its first reading makes no alerts.' : undefined}
          error={faults.url}
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
