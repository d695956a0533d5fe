import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { LedgerKeeping } from '#src/shared/ledger-keeping.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Button } from '#src/web/ui/button.tsx';
import { HoldForm } from './hold-form.tsx';
import { HoldRow } from './hold-row.tsx';

/** What is kept whatever its age: every hold there ever was, those that hold first. */
export function Holds({ keeping: { holds } }: { keeping: LedgerKeeping }) {
  const mayHold = useMay('ledger:hold') === true && readOnlyReason() === null;
  const [query, setQuery] = useSearchParams();
  // A search leads here with the alert to hold.
  const alert = query.get('hold');
  const [placing, setPlacing] = useState(alert !== null);
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const close = () => {
    setPlacing(false);
    if (alert !== null) setQuery({}, { replace: true });
  };
  return (
    <section aria-labelledby="holds" className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="holds" className="headline text-h3">
            Legal holds
          </h2>
          <p className="mt-1 max-w-text text-sm text-ink-2">
            A hold keeps what it covers, and every entry after that, until an owner lifts it.
          </p>
        </div>
        {mayHold && !placing ? (
          <Button variant="primary" onClick={() => setPlacing(true)}>
            Place a hold
          </Button>
        ) : null}
      </div>
      {placing && mayHold ? <HoldForm alert={alert} onClose={close} /> : null}
      {holds.length === 0 ? (
        <p className="mt-5 border-t border-line pt-5 text-sm text-ink-2">
          No holds. Place one when you expect an inquiry or a dispute.
        </p>
      ) : (
        <ul ref={list} aria-label="Legal holds" className="mt-5 border-t border-rule">
          {holds.map((hold) => (
            <HoldRow key={hold.id} hold={hold} />
          ))}
        </ul>
      )}
    </section>
  );
}
