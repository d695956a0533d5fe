import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { Changes } from './refusal.tsx';

/** Something that is read from an address or from files: news, a calendar. */
type Source = { name: string; readAt: string | null; problem: string | null; failures: number };
/** What couldn't be read of it; `place` is where. */
type Aside = { title: string; lines: readonly { place?: string; problem: string; sample: string }[] };

/** A source in a list: its state, its quarantined entries, and for members who may, editing and removing it. */
export function SourceRow({
  source: { name, readAt, problem, failures },
  address,
  facts,
  aside,
  fault = null,
  mayWrite,
  acts,
  change,
  removal,
}: {
  source: Source;
  address: string;
  facts: readonly string[];
  aside: Aside;
  /** What went wrong with an act on it just now. */
  fault?: string | null;
  mayWrite: boolean;
  /** What else can be done with it. */
  acts?: ReactNode;
  change: { isOpen: boolean; onToggle: () => void; form: ReactNode };
  removal: { text: string; busy: boolean; run: () => void };
}) {
  const [asking, setAsking] = useState(false);
  const changer = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form that had the focus is gone: go on where it was opened.
    if (wasOpen.current && !change.isOpen && document.activeElement === document.body)
      changer.current?.focus();
    wasOpen.current = change.isOpen;
  }, [change.isOpen]);
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="figure mt-0.5 line-clamp-2 text-xs wrap-anywhere text-ink-2">{address}</p>
        {problem === null ? null : (
          <p className="mt-1 text-fault">
            {problem}{' '}
            {failures === 1 ? 'Tried once without an answer.' : `Tried ${failures} times without an answer.`}
          </p>
        )}
        {fault === null ? null : (
          <p role="alert" className="mt-1 text-fault">
            {fault}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <PutAside {...aside} />
      </div>
      <span className="grid w-44 gap-1 py-1">
        {problem !== null ? (
          <StatusTag tone="fault" label="Can’t be read" />
        ) : readAt === null ? (
          <StatusTag tone="waiting" label="Not read yet" />
        ) : (
          <StatusTag tone="done" label="Read" />
        )}
        {readAt === null ? null : (
          <span className="text-xs text-ink-2">
            <Time at={readAt} />
          </span>
        )}
      </span>
      {mayWrite ? (
        <span className={cx('flex flex-wrap items-center gap-2 lg:-mr-3', !acts && 'max-lg:-ml-3')}>
          {acts}
          <Changes>
            <Button
              ref={changer}
              variant="quiet"
              size="sm"
              aria-label={`Change ${name}`}
              aria-expanded={change.isOpen}
              onClick={change.onToggle}
            >
              Change
            </Button>
          </Changes>
          <Button
            variant="quiet"
            size="sm"
            busy={removal.busy}
            aria-label={`Remove ${name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        </span>
      ) : null}
      {change.isOpen ? (
        <div className="mt-2 mb-3 w-full border-l-2 border-rule pl-5">{change.form}</div>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Remove “${name}”?`}
        text={removal.text}
        confirmLabel="Remove"
        onConfirm={removal.run}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function PutAside({ title, lines }: Aside) {
  if (lines.length === 0) return null;
  return (
    <details className="mt-1 text-xs">
      <summary className="cursor-pointer underline">{title}</summary>
      <ul className="mt-1 grid gap-1">
        {lines.map(({ place, problem, sample }) => (
          <li key={`${place} ${problem} ${sample}`}>
            {place === undefined ? '' : `${place}: `}
            {problem} <span className="figure wrap-anywhere text-ink-2">{sample}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
