import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailReporter, MailReporterMade, MailReporters } from '#src/shared/suppressions.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { connectReporter, disconnectReporter, reportersQuery } from './queries.ts';

type Kind = MailReporters['kinds'][number];

/** Where bounces and complaints are reported from. */
export function Reporters() {
  const { data, error, isPending, refetch } = useQuery(reportersQuery);
  const mayConnect = useMay('workspace:write') ?? false;
  const [made, setMade] = useState<MailReporterMade | null>(null);
  return (
    <section aria-labelledby="reporters" className="mt-14">
      <h2 id="reporters" className="headline text-h3">
        Bounce reports
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        Servers often report a bounce or a complaint later. Connect the provider that sends your email, and
        the address is suppressed automatically.
      </p>
      {isPending ? (
        <Skeleton className="mt-6 h-11 w-72 max-w-full" />
      ) : data === undefined ? (
        <ErrorState
          title="The bounce reports couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {data.items.length > 0 ? (
            <ul className="mt-5 border-t border-rule">
              {data.items.map((reporter) => (
                <ReporterRow key={reporter.id} reporter={reporter} mayConnect={mayConnect} />
              ))}
            </ul>
          ) : null}
          {made ? (
            <Made
              made={made}
              kind={data.kinds.find(({ kind }) => kind === made.kind)}
              onClose={() => setMade(null)}
            />
          ) : mayConnect ? (
            <Connect kinds={data.kinds} onMade={setMade} />
          ) : null}
        </>
      )}
    </section>
  );
}

function ReporterRow({ reporter, mayConnect }: { reporter: MailReporter; mayConnect: boolean }) {
  const { run } = useActOn('contacts');
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-4">
      <div className="min-w-0">
        <p className="text-sm font-medium">{reporter.title}</p>
        <p className="mt-1 text-sm text-ink-2">
          {reporter.lastAt === null ? (
            'No report yet'
          ) : (
            <>
              <span className="figure">{reporter.events}</span> events, the last report{' '}
              <Time at={reporter.lastAt} />
            </>
          )}
        </p>
        {reporter.problem === null ? null : (
          <p className="mt-1 text-sm text-fault wrap-anywhere">
            Last call rejected: {reporter.problem}{' '}
            {reporter.problemAt ? <Time at={reporter.problemAt} /> : null}
          </p>
        )}
        <p className="figure mt-1 text-xs break-all text-ink-3">{reporter.url}</p>
      </div>
      {mayConnect ? (
        <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Disconnect ${reporter.title}?`}
        text="Its calls are rejected from now on. Suppressions stay."
        confirmLabel="Disconnect"
        onConfirm={() =>
          void run(() => disconnectReporter(reporter.id), { failure: 'It wasn’t disconnected' })
        }
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function Connect({ kinds, onMade }: { kinds: readonly Kind[]; onMade: (made: MailReporterMade) => void }) {
  const { run } = useActOn('contacts');
  const { onSubmit, busy, field, watch } = useCheckedForm<
    { kind: string; secret?: string },
    { kind: string; secret: string }
  >({
    defaults: { kind: kinds[0]?.kind ?? '', secret: '' },
    check: ({ kind, secret = '' }) => {
      const chosen = kinds.find((each) => each.kind === kind);
      if (chosen?.secret && secret.trim() === '') return { faults: { secret: chosen.secret.help } };
      return { data: { kind, secret: secret.trim() } };
    },
    submit: async (form, { refuse, reset }) => {
      const answer = await run(() => connectReporter(form), {
        onRefused: (error) =>
          refuse(kinds.find(({ kind }) => kind === form.kind)?.secret ? 'secret' : 'kind', error.message),
      });
      if (!answer) return;
      reset();
      onMade(answer.done);
    },
  });
  const chosen = kinds.find(({ kind }) => kind === watch('kind'));
  return (
    <Changes says className="mt-6">
      <form noValidate onSubmit={onSubmit} className="grid max-w-180 gap-4">
        <Select
          label="Provider"
          options={kinds.map(({ kind, title }) => ({ value: kind, label: title }))}
          {...field('kind')}
        />
        {chosen?.secret ? (
          <TextField
            label={chosen.secret.label}
            hint={chosen.secret.help}
            autoComplete="off"
            spellCheck={false}
            {...field('secret')}
          />
        ) : null}
        <div>
          <Button type="submit" busy={busy}>
            Connect
          </Button>
        </div>
      </form>
    </Changes>
  );
}

/** What to do at the provider now. The password is shown this once. */
function Made({
  made,
  kind,
  onClose,
}: {
  made: MailReporterMade;
  kind: Kind | undefined;
  onClose: () => void;
}) {
  const fill = (step: string): string =>
    step.replaceAll('{url}', made.url).replaceAll('{password}', made.password ?? '');
  const copy = (text: string, what: string) =>
    copyText(text, { copied: `${what} copied`, failed: `${what} wasn’t copied` });
  return (
    <section
      aria-label={`Set up ${made.title}`}
      className="mt-6 grid max-w-180 gap-4 border-l-2 border-rule pl-5 text-sm"
    >
      <h3 className="text-base font-semibold">Finish at {made.title}</h3>
      <ol className="list-decimal space-y-2 pl-5 text-ink-2">
        {(kind?.steps ?? []).map((step) => (
          <li key={step} className="break-words wrap-anywhere">
            {fill(step)}
          </li>
        ))}
      </ol>
      {made.password === null ? null : <p className="text-ink-2">The password is shown only once.</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void copy(made.url, 'The address')}>
          Copy address
        </Button>
        {made.password === null ? null : (
          <Button onClick={() => void copy(made.password ?? '', 'The password')}>Copy password</Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </section>
  );
}
