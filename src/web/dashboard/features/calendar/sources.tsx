import { useState } from 'react';
import { CALENDAR, type CalendarSource } from '#src/shared/calendar/sources.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { giveFile, removeSource } from './queries.ts';
import { SourceForm } from './source-form.tsx';

/** Where entries come from, how that is, and what could not be taken. */
export function Sources({ sources }: { sources: readonly CalendarSource[] }) {
  const mayWrite = useMay('feeds:write') === true;
  return (
    <section aria-labelledby="sources" className="mt-12">
      <h2 id="sources" className="headline text-h3">
        Calendars
      </h2>
      <p className="max-w-text pt-1 pb-3 text-sm text-ink-2">
        iCalendar, CSV or JSON. An address is read every 5 minutes while an active rule listens to it, every
        minute while a figure is awaited, else every hour. What had passed at the first reading makes no
        alerts.
      </p>
      {sources.length === 0 ? (
        <p className="border-t border-line py-6 text-sm text-ink-2">There is no calendar yet.</p>
      ) : (
        <ul aria-label="Calendars" className="border-t border-rule">
          {sources.map((source) => (
            <Row key={source.id} source={source} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite ? <SourceForm source={null} /> : null}
    </section>
  );
}

function Row({ source, mayWrite }: { source: CalendarSource; mayWrite: boolean }) {
  const { id, name, url, timeZone, readAt, failures, problem, entries, putAside, lately } = source;
  const { busy, run } = useActOn('feeds');
  const [asking, setAsking] = useState(false);
  const [changing, setChanging] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function remove(): Promise<void> {
    const done = await run(() => removeSource(id), { failure: `${name} was not removed` });
    if (done) toast({ title: `${name} is removed` });
  }
  async function give(file: File | undefined): Promise<void> {
    if (!file) return;
    setFault(null);
    if (file.size > CALENDAR.fileBytes) {
      setFault('The file was not taken. A calendar has 2 MB at most.');
      return;
    }
    const done = await run(() => giveFile(id, file), { onRefused: ({ message }) => setFault(message) });
    if (!done) return;
    const { added, changed, gone, putAside: aside } = done.done;
    toast({
      title: `${file.name} is read`,
      description: `${added} new, ${changed} changed, ${gone} gone, ${aside} put aside.`,
    });
  }
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="figure mt-0.5 text-xs wrap-anywhere text-ink-2">{url ?? 'From files'}</p>
        {problem === null ? null : (
          <p className="mt-1 text-fault">
            {problem} {failures === 1 ? 'Asked once in vain.' : `Asked ${failures} times in vain.`}
          </p>
        )}
        {fault === null ? null : (
          <p role="alert" className="mt-1 text-fault">
            {fault}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{entries === 1 ? '1 entry' : `${entries} entries`}</span>
          <span>{putAside} put aside</span>
          <span>{timeZone.replaceAll('_', ' ')}</span>
        </p>
        {lately.length > 0 ? (
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer underline">Put aside at the last reading</summary>
            <ul className="mt-1 grid gap-1">
              {lately.map((each) => (
                <li key={`${each.place} ${each.sample}`}>
                  {each.place}: {each.problem}{' '}
                  <span className="figure wrap-anywhere text-ink-2">{each.sample}</span>
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
        <span className="flex flex-wrap items-center gap-2">
          {url === null ? (
            <Changes>
              <FileButton name={name} busy={busy} onFile={(file) => void give(file)} />
            </Changes>
          ) : null}
          {changing ? null : (
            <Changes>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Change ${name}`}
                onClick={() => setChanging(true)}
              >
                Change
              </Button>
            </Changes>
          )}
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Remove ${name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        </span>
      ) : null}
      {changing ? (
        <div className="w-full">
          <SourceForm source={source} onDone={() => setChanging(false)} />
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Remove “${name}”?`}
        text="Its entries go with it. Alerts that were made of them stay. Rules that listen only to it hear nothing any more."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function FileButton({
  name,
  busy,
  onFile,
}: {
  name: string;
  busy: boolean;
  onFile: (file: File | undefined) => void;
}) {
  return (
    <label className="relative inline-flex h-9 cursor-pointer items-center rounded-sm border border-edge px-3 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brass hover:border-ink hover:bg-sunk has-disabled:cursor-default has-disabled:opacity-60 pointer-coarse:h-11">
      <span aria-hidden="true">Give a file</span>
      <input
        type="file"
        accept=".ics,.csv,.json,.txt,text/calendar,text/csv,application/json"
        aria-label={`Give a file to ${name}`}
        disabled={busy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}
