import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type NewsSource, newsSourceFormSchema, newsSourceSchema } from '#src/shared/outside/news.ts';
import { apiDelete, apiPost } from '#src/web/dashboard/lib/api.ts';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';

/** Where the workspace reads its news, and what is the matter with each source. */
export function News() {
  const { data, error, refetch } = useQuery(newsSourcesQuery);
  const mayWrite = useMay('feeds:write') === true;
  return (
    <section aria-labelledby="news" className="mt-12">
      <h2 id="news" className="headline text-h3">
        News
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        RSS and Atom. A source is read every 5 minutes while an active rule on news listens to it; what it
        holds at the first reading makes no alerts.
      </p>
      {data === undefined ? (
        <ErrorState
          title="The sources of news could not be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : data.length === 0 ? (
        <p className="border-t border-line py-6 text-sm text-ink-2">There is no source of news yet.</p>
      ) : (
        <ul aria-label="Sources of news" className="border-t border-rule">
          {data.map((source) => (
            <Row key={source.id} source={source} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite ? <SourceForm /> : null}
    </section>
  );
}

function Row({ source, mayWrite }: { source: NewsSource; mayWrite: boolean }) {
  const { id, name, url, readAt, failures, problem, items, putAside, lately } = source;
  const { busy, run } = useActOn('feeds');
  async function remove(): Promise<void> {
    const done = await run(() => apiDelete(`/api/v1/news-sources/${id}`), {
      failure: `${name} was not removed`,
    });
    if (done) toast({ title: `${name} is removed` });
  }
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="figure mt-0.5 text-xs line-clamp-2 wrap-anywhere text-ink-2">{url}</p>
        {problem === null ? null : (
          <p className="mt-1 text-fault">
            {problem} {failures === 1 ? 'Asked once in vain.' : `Asked ${failures} times in vain.`}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{items === 1 ? '1 item' : `${items} items`}</span>
          <span>{putAside} put aside</span>
        </p>
        {lately.length > 0 ? (
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer underline">Put aside lately</summary>
            <ul className="mt-1 grid gap-1">
              {lately.map((each) => (
                <li key={`${each.at} ${each.sample}`}>
                  {each.problem} <span className="figure wrap-anywhere text-ink-2">{each.sample}</span>
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      <span className="grid w-44 gap-1 py-1">
        <StatusTag
          tone={problem === null ? (readAt === null ? 'waiting' : 'done') : 'fault'}
          label={problem === null ? (readAt === null ? 'Not read yet' : 'Read') : 'Cannot be read'}
        />
        {readAt === null ? null : (
          <span className="text-xs text-ink-2">
            <Time at={readAt} />
          </span>
        )}
      </span>
      {mayWrite ? (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          aria-label={`Remove ${name}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      ) : null}
    </li>
  );
}

function SourceForm() {
  const [faults, setFaults] = useState<{ name?: string; url?: string }>({});
  const { busy, run } = useActOn('feeds');
  const refusal = useRefusal();
  const id = useId();
  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
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
    const made = await run(() => apiPost('/api/v1/news-sources', parsed.data, newsSourceSchema), {
      onRefused: ({ message }) => setFaults({ url: message }),
    });
    if (!made) return;
    form.reset();
    toast({ title: 'Added', description: made.done.name });
  }
  return (
    <form
      noValidate
      aria-label="Add a source of news"
      className="mt-5 grid max-w-180 gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
      onSubmit={(event) => void add(event)}
    >
      <TextField label="Name" name="name" maxLength={80} autoComplete="off" error={faults.name} />
      <TextField
        label="Address of RSS or Atom"
        name="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        error={faults.url}
      />
      <p className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <Button
          type="submit"
          busy={busy}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : id}
        >
          Add
        </Button>
        <Refusal id={id} reason={refusal} />
      </p>
    </form>
  );
}
