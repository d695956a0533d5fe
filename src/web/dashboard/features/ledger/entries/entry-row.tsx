import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { LedgerEntry } from '#src/shared/ledger.ts';
import { Time } from '#src/web/ui/time.tsx';
import { alertOf, kindWord } from './kind-words.ts';

/** An entry of the chain; opened, what it says and its hashes. */
export function EntryRow({ entry, startsOpen }: { entry: LedgerEntry; startsOpen: boolean }) {
  const { sequence, kind, subject, at, body, previous, hash } = entry;
  const alert = alertOf(entry);
  return (
    <li className="border-b border-line text-sm">
      <details open={startsOpen} className="group">
        <summary
          data-row-link
          className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-5 gap-y-0.5 py-2.5 hover:bg-raised"
        >
          <ChevronRight
            size={14}
            aria-hidden="true"
            className="-mr-2 shrink-0 self-center text-ink-3 transition-transform group-open:rotate-90"
          />
          <span className="figure min-w-10 shrink-0 text-ink-2">{sequence}</span>
          <span className="min-w-36 font-medium">{kindWord(kind)}</span>
          <span className="figure min-w-0 grow text-xs text-ink-3 max-sm:hidden">{hash.slice(0, 16)}</span>
          <span className="text-ink-2">
            <Time at={at} exact />
          </span>
        </summary>
        <div className="grid gap-3 border-l border-rule pb-4 pl-4 sm:ml-4">
          <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
            <dt className="text-ink-2">Subject</dt>
            <dd className="figure wrap-anywhere">
              {alert === null ? (
                subject
              ) : (
                <Link to={`/alerts/${alert}`} className="underline">
                  {subject}
                </Link>
              )}
            </dd>
            <dt className="text-ink-2">Hash</dt>
            <dd className="figure wrap-anywhere">{hash}</dd>
            <dt className="text-ink-2">Previous</dt>
            <dd className="figure wrap-anywhere">{previous}</dd>
          </dl>
          {/* It scrolls, so the keyboard has to reach it. */}
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-label={`What entry ${sequence} says`}
            className="figure max-h-96 overflow-auto rounded-sm border border-line bg-sunk p-3 text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {JSON.stringify(body, null, 2)}
          </pre>
        </div>
      </details>
    </li>
  );
}
