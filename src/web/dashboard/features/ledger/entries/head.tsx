import { Copy } from 'lucide-react';
import type { LedgerPage } from '#src/shared/ledger.ts';
import { copyText } from '#src/web/dashboard/lib/copy.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Time } from '#src/web/ui/time.tsx';

/** The newest signature over the chain, and how to check a file against it without this program's data. */
export function Head({ signed }: Pick<LedgerPage, 'signed'>) {
  if (signed === null)
    return (
      <p className="pb-4 text-sm text-ink-2">Nothing is signed yet. Entries are signed within seconds.</p>
    );
  const command = `bellwire ledger verify FILE --key ${signed.publicKey}`;
  return (
    <div className="pb-5 text-sm">
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Signed</dt>
        <dd>
          Up to entry <span className="figure">{signed.sequence}</span>, <Time at={signed.at} exact />
        </dd>
        <dt className="text-ink-2">Hash</dt>
        <dd className="figure wrap-anywhere">{signed.hash}</dd>
        <dt className="text-ink-2">Public key</dt>
        <dd className="figure wrap-anywhere">{signed.publicKey}</dd>
      </dl>
      <p className="mt-3 max-w-text text-ink-2">
        Check a case file with this key, on any computer, without database or network:
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="figure min-w-0 rounded-sm border border-line bg-sunk px-3 py-2 text-xs wrap-anywhere">
          {command}
        </code>
        <Button
          size="sm"
          aria-label="Copy the command"
          onClick={() => void copyText(command, { copied: 'Command copied', failed: 'Command not copied' })}
        >
          <Copy size={14} aria-hidden="true" />
          Copy
        </Button>
      </div>
    </div>
  );
}
