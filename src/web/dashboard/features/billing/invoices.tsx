import { useState } from 'react';
import { Download } from 'lucide-react';
import type { Billing } from '#src/shared/billing.ts';
import { dayOf, money } from '#src/web/dashboard/lib/plan/words.ts';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { invoiceFile } from './queries.ts';

/** Paid invoices, newest first; each a file of HTML to keep and to print. */
export function Invoices({ invoices }: Pick<Billing, 'invoices'>) {
  return (
    <section aria-labelledby="invoices" className="mt-12">
      <h2 id="invoices" className="headline text-h3">
        Invoices
      </h2>
      {invoices.length === 0 ? (
        <p className="mt-3 border-t border-line py-4 text-base text-ink-2">
          None yet. The first is here as soon as a payment is confirmed.
        </p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {invoices.map((invoice) => (
            <li
              key={invoice.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-line py-2.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_auto_auto]"
            >
              <span className="figure text-sm wrap-anywhere">{invoice.number}</span>
              <span className="figure text-right md:order-1">{money(invoice.totalCents)}</span>
              <span className="text-sm text-ink-2">Paid on {dayOf(invoice.paidAt)}</span>
              <span className="justify-self-end md:order-2">
                <DownloadButton id={invoice.id} number={invoice.number} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function DownloadButton({ id, number }: { id: string; number: string }) {
  const [busy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      saveFile(await invoiceFile(id), `${number}.html`);
    } catch (error) {
      toast({
        title: 'The invoice couldn’t be loaded',
        description: error instanceof Error ? error.message : String(error),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={busy}
      aria-label={`Download ${number}`}
      onClick={() => void download()}
    >
      {busy ? null : <Download size={15} aria-hidden="true" />}
      Download
    </Button>
  );
}
