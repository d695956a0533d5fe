import { Download } from 'lucide-react';
import type { AlertRecord } from '#src/shared/alert-list.ts';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import { Button } from '#src/web/ui/button.tsx';

/** Downloads of an alert, ready to pass on: nothing in them is about a recipient or about who worked on it. */
export function Downloads({ alert, record }: { alert: AlertDetail; record: AlertRecord }) {
  const html = record.variants.find((variant) => variant.html !== '')?.html;
  const name = `${alert.symbol}-${alert.eventTime.slice(0, 10)}-${alert.id.slice(-6)}`;
  return (
    <section aria-labelledby="downloads">
      <h2 id="downloads" className="headline text-h4">
        Export
      </h2>
      <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-3">
        <Button
          size="sm"
          onClick={() =>
            save(
              `${name}.json`,
              'application/json',
              `${JSON.stringify({ ...alert, variants: record.variants }, null, 2)}\n`,
            )
          }
        >
          <Download size={14} aria-hidden="true" />
          JSON
        </Button>
        {html === undefined ? null : (
          <Button size="sm" onClick={() => save(`${name}.html`, 'text/html', html)}>
            <Download size={14} aria-hidden="true" />
            HTML
          </Button>
        )}
      </div>
    </section>
  );
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
