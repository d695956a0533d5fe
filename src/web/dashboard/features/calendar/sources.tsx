import { useState } from 'react';
import { CALENDAR, type CalendarSource } from '#src/shared/calendar/sources.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { SourceRow } from '#src/web/dashboard/lib/source-row.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
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
        iCalendar, CSV or JSON. We read a URL every 5 minutes while an active rule uses it, every minute while
        a figure is due, and otherwise every hour. Past entries don’t trigger alerts.
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
  const { id, name, url, timeZone, entries, putAside, lately } = source;
  const { busy, run } = useActOn('feeds');
  const [isChanging, setChanging] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function remove(): Promise<void> {
    const done = await run(() => removeSource(id), { failure: `${name} wasn’t removed` });
    if (done) toast({ title: `${name} is removed` });
  }
  async function give(file: File | undefined): Promise<void> {
    if (!file) return;
    setFault(null);
    if (file.size > CALENDAR.fileBytes) {
      setFault('The file is too large. A calendar can have 2 MB.');
      return;
    }
    const done = await run(() => giveFile(id, file), { onRefused: ({ message }) => setFault(message) });
    if (!done) return;
    const { added, changed, gone, putAside: aside } = done.done;
    toast({
      title: aside === 0 ? `${file.name} is read` : `${file.name} is read in part`,
      description: `${added} new, ${changed} changed, ${gone} gone, ${aside} quarantined.`,
    });
  }
  return (
    <SourceRow
      source={source}
      address={url ?? 'From files'}
      facts={[
        entries === 1 ? '1 entry' : `${entries} entries`,
        `${putAside} quarantined`,
        timeZone.replaceAll('_', ' '),
      ]}
      aside={{ title: 'Skipped at the last reading', lines: lately }}
      fault={fault}
      mayWrite={mayWrite}
      acts={
        url === null ? (
          <Changes>
            <FileButton name={name} busy={busy} onFile={(file) => void give(file)} />
          </Changes>
        ) : null
      }
      change={{
        isOpen: isChanging,
        onToggle: () => setChanging(!isChanging),
        form: <SourceForm source={source} onDone={() => setChanging(false)} />,
      }}
      removal={{
        text: 'Its entries are deleted. Alerts about them stay. Rules that use only this calendar stop triggering.',
        busy,
        run: () => void remove(),
      }}
    />
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
